/**
 * Opens the initial zones of an installation, once.
 * In a log older than the event ZoneOpened, their values come from the configuration.
 */

import { isRejection } from '#contract/http/problems.ts'
import { lookUp } from '#domain/dictionary.ts'
import { INITIAL_ZONES, type InitialZoneData } from '#domain/zones.ts'
import { loadZone } from '../aggregates/zone.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadConfiguration } from '../settings/load.ts'
import { handleOpenZone } from '../zones/open-zone.ts'

/**
 * Opens the initial zones, except those that were opened before.
 * Safe to run repeatedly and in several processes.
 */
export async function openFirstZones(kernel: Pick<Kernel, 'store' | 'clock'>): Promise<void> {
  const { saved } = await loadConfiguration(kernel.store)
  for (const zone of INITIAL_ZONES as readonly InitialZoneData[]) {
    const { opened, customers: set } = await loadZone(kernel.store, zone.name)
    if (opened) continue
    const customers = lookUp(saved?.zone_customers, zone.name)?.totalCustomers ?? set ?? zone.customers
    const distances = { ...(lookUp(saved?.zone_distances, zone.name) ?? zone.distances) }
    const envelope = { commandId: `seed/zone-${zone.code}`, fingerprint: 'seed', actor: 'system' }
    const done = await handleOpenZone(kernel, { ...zone, customers, distances, openedBy: 'system' }, envelope)
    if (isRejection(done)) throw new Error(`The first zones could not be opened: ${done.message}`)
  }
}
