/**
 * A time zone in which it is that hour of the day now ("Etc/GMT-5" is five hours east): a test that needs an hour of the shop's day sets the
 * shop's zone, and does the same at every hour it is run.
 * @param hour 0 to 23.
 */
export function zoneWhereItIs(hour: number, now = new Date()): string {
  const east = ((hour - now.getUTCHours() + 36) % 24) - 12;
  return east === 0 ? "Etc/UTC" : `Etc/GMT${east > 0 ? "-" : "+"}${Math.abs(east)}`;
}
