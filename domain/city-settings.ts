/** Time zone, and names of city, currency and fuels. */
export interface CitySettings {
  name: string
  country: string
  /** ISO 4217 code, and the symbol in front of amounts. */
  currency: { code: string; symbol: string }
  /** IANA name of the time zone, such as `Africa/Accra`. */
  timeZone: string
  fuels: { diesel: string; petrol: string }
}

/** Names and time zone of a new installation. */
export const DEFAULT_CITY: CitySettings = {
  name: 'Accra',
  country: 'Ghana',
  currency: { code: 'GHS', symbol: 'GH₵' },
  timeZone: 'Africa/Accra',
  fuels: { diesel: 'Diesel', petrol: 'Petrol' },
}
