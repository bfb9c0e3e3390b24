import type { Random } from "./random.ts";
import type { DeliveryAddress } from "#app/store/domain/delivery/delivery-address.ts";

/** A demo customer with a fictional phone number and example.com address. */
export interface SeedCustomer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly address: DeliveryAddress;
  /** Relative order frequency. */
  readonly weight: number;
}

const FIRST = [
  "Aisha",
  "Amit",
  "Andre",
  "Beth",
  "Bruno",
  "Clara",
  "Colin",
  "Dana",
  "Derek",
  "Diego",
  "Elena",
  "Ellen",
  "Farah",
  "Fiona",
  "Grace",
  "Graham",
  "Hannah",
  "Hugh",
  "Igor",
  "Imogen",
  "Ivy",
  "Jasmine",
  "Jon",
  "Kenji",
  "Kofi",
  "Laura",
  "Leila",
  "Lena",
  "Louise",
  "Marcus",
  "Mei",
  "Miguel",
  "Monica",
  "Nadia",
  "Noah",
  "Noor",
  "Olivia",
  "Owen",
  "Pavel",
  "Peter",
  "Priya",
  "Rafael",
  "Renata",
  "Rosa",
  "Ruth",
  "Sam",
  "Simone",
  "Stefan",
  "Sunita",
  "Tariq",
  "Tom",
  "Walter",
  "Wei",
  "Yara",
  "Yuki",
  "Zoe",
];
const LAST = [
  "Abara",
  "Bennett",
  "Castillo",
  "Chen",
  "Dubois",
  "Eriksen",
  "Farouk",
  "Gagnon",
  "Hale",
  "Ibrahim",
  "Johal",
  "Kowalski",
  "Lavoie",
  "Martins",
  "Nguyen",
  "Okafor",
  "Pereira",
  "Quinn",
  "Rossi",
  "Sato",
  "Tremblay",
  "Underhill",
  "Varga",
  "Whitfield",
  "Xu",
  "Young",
  "Zamora",
];
const STREETS = [
  "Millrace Lane",
  "Cooper Street",
  "Lantern Row",
  "Orchard Avenue",
  "Tannery Road",
  "Bellwood Crescent",
  "Foundry Street",
  "Saltbox Lane",
  "Harbour Steps",
  "Quarry Road",
];
const POSTAL = ["M5A 1B4", "M5A 3C4", "M5R 2G3", "M4X 1G2", "M5T 2B9", "M6J 1H4", "M4M 1L3", "M6G 2K5"];

/** A few come every few days, most once or twice a month. */
function makeWeight(random: Random): number {
  if (random.chance(0.12)) return 9;
  return random.chance(0.3) ? 3 : 1;
}

export function makeCustomers(random: Random, count: number): readonly SeedCustomer[] {
  const taken = new Set<string>();
  const customers: SeedCustomer[] = [];
  while (customers.length < count) {
    const first = random.pick(FIRST);
    const last = random.pick(LAST);
    const email = `${first}.${last}@example.com`.toLowerCase();
    if (taken.has(email)) continue;
    taken.add(email);
    customers.push({
      name: `${first} ${last}`,
      email,
      phone: `(416) 555-01${String(customers.length % 100).padStart(2, "0")}`,
      address: {
        street: `${random.between(2, 240)} ${random.pick(STREETS)}`,
        unit: random.chance(0.4) ? String(random.between(1, 24)) : "",
        city: "Toronto",
        province: "Ontario",
        postalCode: random.pick(POSTAL),
        country: "Canada",
      },
      weight: makeWeight(random),
    });
  }
  return customers;
}

export const STAFF_NAMES = ["Mina", "Theo", "Jules"] as const;
