export interface DeliveryAddress {
  readonly street: string;
  readonly unit: string;
  readonly city: string;
  readonly province: string;
  readonly postalCode: string;
  readonly country: string;
}
