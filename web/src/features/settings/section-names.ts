/** Sections of the configuration, and the section of each field. */

export const SECTIONS = {
  zones: 'Zones',
  customers: 'Customers',
  sites: 'Dumping sites',
  figures: 'Fuel and thresholds',
  city: 'City',
  automation: 'Automation',
} as const
export type SectionName = keyof typeof SECTIONS

/** Sections by the first part of a field's path. */
const SECTION_OF = new Map<string, SectionName>([
  ['customers', 'customers'],
  ['dumping_sites', 'sites'],
  ['fuel_prices', 'figures'],
  ['thresholds', 'figures'],
  ['city', 'city'],
])

/** Returns the section of a field by its path. */
export const sectionOf = (path: string): SectionName => SECTION_OF.get(path.split('.')[0] ?? '') ?? 'automation'
