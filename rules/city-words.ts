/** What an installation calls its city, its money and its fuels, and which clocks it goes by. */
export interface CityWords {
  name: string
  country: string
  /** ISO 4217, and as it stands before an amount. */
  currency: { code: string; symbol: string }
  /** IANA. */
  timeZone: string
  fuels: { diesel: string; petrol: string }
}

/** What a first start writes. */
export const FIRST_CITY: CityWords = {
  name: 'Accra',
  country: 'Ghana',
  currency: { code: 'GHS', symbol: 'GH₵' },
  timeZone: 'Africa/Accra',
  fuels: { diesel: 'Diesel', petrol: 'Petrol' },
}
