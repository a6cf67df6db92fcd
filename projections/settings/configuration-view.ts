/**
 * Read model of the city's configuration, in a single row.
 * Until a dispatcher first saves it, it has default values and the sites and zones opened so far.
 */

import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { CONFIGURATION_ID, type ConfigurationRow } from '#contract/tables.ts'
import type { ConfigurationView } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { defineView } from '../runner/view.ts'

type RowWithoutPosition = Omit<ConfigurationRow, 'position'>

export const INITIAL_CONFIGURATION: RowWithoutPosition = {
  id: CONFIGURATION_ID,
  ...DEFAULT_CONFIGURATION,
  dumping_sites: [],
  version: 0,
}

const INITIAL_ROW: Readonly<ConfigurationRow> = { ...INITIAL_CONFIGURATION, position: 0 }

const without = <T>(of: Readonly<Record<string, T>>, zone: string) =>
  Object.fromEntries(Object.entries(of).filter(([id]) => id !== zone))

/**
 * Returns the saved values of all zones that are still open.
 * A zone that was opened after the save has its initial value.
 */
const savedForOpenZones = <T>(
  open: Readonly<Record<string, T>>,
  saved: Readonly<Record<string, T>>,
): Record<string, T> =>
  Object.fromEntries(Object.entries(open).map(([zone, before]) => [zone, lookUp(saved, zone) ?? before]))

/**
 * Applies events of sites and zones to the configuration only before its first save.
 * After the first save, only saved values count.
 */
const beforeFirstSave = (
  row: Readonly<ConfigurationRow> | undefined,
  change: (row: RowWithoutPosition) => RowWithoutPosition,
) => ((row?.version ?? 0) > 0 ? undefined : change(row ?? INITIAL_CONFIGURATION))

const id = () => CONFIGURATION_ID

export const configurationView = defineView<ConfigurationRow>({
  name: 'configuration',
  on: {
    SiteOpened: {
      id,
      row: (row, { data: { siteId, name, location, coordinates } }) =>
        beforeFirstSave(row, (now) => ({
          ...now,
          dumping_sites: [...now.dumping_sites, { id: siteId, name, location, coordinates }],
        })),
    },
    ZoneConfigured: {
      id,
      row: (row, { data: { zone, totalCustomers } }) =>
        beforeFirstSave(row, (now) => ({
          ...now,
          zone_customers: { ...now.zone_customers, [zone]: { totalCustomers } },
        })),
    },
    ZoneOpened: {
      id,
      row: (row = INITIAL_ROW, { data: { zoneId, customers: totalCustomers, distances } }) => ({
        ...row,
        zone_customers: { ...row.zone_customers, [zoneId]: { totalCustomers } },
        zone_distances: { ...row.zone_distances, [zoneId]: distances },
      }),
    },
    ZoneClosed: {
      id,
      row: (row = INITIAL_ROW, { data: { zoneId } }) => ({
        ...row,
        zone_customers: without(row.zone_customers, zoneId),
        zone_distances: without(row.zone_distances, zoneId),
      }),
    },
    ConfigurationChanged: {
      id,
      row: (row = INITIAL_ROW, { data: { version, configuration, changedBy, changedAt } }) => ({
        id: CONFIGURATION_ID,
        ...configuration,
        zone_customers: savedForOpenZones(row.zone_customers, configuration.zone_customers),
        zone_distances: savedForOpenZones(row.zone_distances, configuration.zone_distances),
        version,
        changedBy,
        changedAt,
        ...((row.simulatedCity || configuration.simulatedActivity) && { simulatedCity: true as const }),
      }),
    },
  },
})

/** Returns the configuration in the form of the API. */
export function toConfiguration({ id: _, ...row }: RowWithoutPosition & { position?: number }): ConfigurationView {
  const { position: __, ...configuration } = row
  return configuration
}

export const toConfigurationRow = ({ position: _, ...row }: ConfigurationRow) => row
