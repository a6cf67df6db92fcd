/** Rules on figures: weights far from the estimate, overfull tanks, unmeasured compositions, reverted settings. */
import type { Position } from '#platform/event-store/event-store.ts'
import type { VehicleType } from '#rules/city.ts'
import { truckCapacity } from '#rules/planning.ts'
import { type Keep, unkept } from '../../runner/keep.ts'
import { type Detector, isPerson, named } from './detector.ts'

/** Finds a measured weight far from the estimate or above the truck's capacity. */
export const weightFarFromEstimate = (keep: Keep = unkept): Detector => {
  const types = keep('types', new Map<string, VehicleType>())
  /** Loads not yet weighed, with their trucks. */
  const loads = keep('loads', new Map<string, { vehicleId: string; position: Position }>())
  return ({ event: { type, data }, position, thresholds }) => {
    if (type === 'VehicleRegistered' || type === 'VehicleChanged') types.set(data.vehicleId, data.type)
    if (type === 'DeliveryCreated') loads.set(data.deliveryId, { vehicleId: data.vehicleId, position })
    if (type === 'TruckDispatched')
      for (const { deliveryId } of data.loads) loads.set(deliveryId, { vehicleId: data.vehicleId, position })
    if (type !== 'DeliveryWeighed') return undefined
    const { deliveryId, siteId, weight, before, weighedBy: userId, ticket } = data
    const load = loads.get(deliveryId)
    const truck = load && types.get(load.vehicleId)
    const most = truck && truckCapacity(truck) * thresholds.weightPerCubicMetre
    const percent = before ? Math.round((Math.max(weight, before) / Math.max(1, Math.min(weight, before))) * 100) : 0
    if (percent < thresholds.weightPercent && (most === undefined || weight <= most)) return undefined
    return {
      ...{ findingId: `weight-${deliveryId}-${ticket}`, rule: 'weight-far-from-estimate' },
      about: { userId, siteId, deliveryId, ...(load && { vehicleId: load.vehicleId }) },
      evidence: load ? [load.position, position] : [position],
      figures: { weight, ...(before !== undefined && { before }), ...(most !== undefined && { most }) },
    }
  }
}

/** Finds compositions of a site that one person entered repeatedly without a photo. */
export const compositionTyped = (keep: Keep = unkept): Detector => {
  const rows = keep('rows', new Map<string, { userId: string; evidence: Position[] }>())
  return ({ event: { type, data }, position, thresholds }) => {
    if (type !== 'SiteCompositionUpdated') return undefined
    const { siteId, source, image, updatedBy: userId, number } = data
    if (source !== 'typed' || image || !isPerson(userId)) {
      rows.delete(siteId)
      return undefined
    }
    const before = rows.get(siteId)
    const evidence = before?.userId === userId ? [...before.evidence, position] : [position]
    // Counting restarts after a finding: further entries lead to another one.
    rows.set(siteId, { userId, evidence: evidence.length < thresholds.typedInARow ? evidence : [] })
    if (evidence.length < thresholds.typedInARow) return undefined
    return {
      ...{ findingId: `composition-typed-${siteId}-${number}`, rule: 'composition-typed', about: { userId, siteId } },
      ...{ evidence: named(evidence), figures: { times: evidence.length } },
    }
  }
}

/** Finds more fuel than the tank holds. */
export const fuelAboveTank = (keep: Keep = unkept): Detector => {
  const tanks = keep('tanks', new Map<string, number>())
  return ({ event: { type, data }, position, thresholds }) => {
    if (type === 'VehicleRegistered' || type === 'VehicleChanged') tanks.set(data.vehicleId, data.tankCapacity)
    if (type !== 'VehicleRefuelled') return undefined
    const { vehicleId, litres, fuelLevel, refuelledBy: userId } = data
    const tank = tanks.get(vehicleId)
    if (tank === undefined || Math.max(litres, fuelLevel) <= tank + thresholds.fuelTolerance) return undefined
    return {
      ...{ findingId: `fuel-above-tank-${position}`, rule: 'fuel-above-tank', about: { userId, vehicleId } },
      ...{ evidence: [position], figures: { litres, level: fuelLevel, tank } },
    }
  }
}

/** Finds a setting that was changed and soon reverted. */
export const backAndForth = (keep: Keep = unkept): Detector => {
  const changes = keep('changes', new Map<string, { from: string; at: number; position: Position }>())
  return ({ event: { type, data }, position, at, thresholds }) => {
    if (type !== 'ConfigurationChanged') return undefined
    const hours = thresholds.backAndForthHours
    const back = data.changes.filter(({ path, to }) => {
      const before = changes.get(path)
      return before && before.from === JSON.stringify(to) && at - before.at < hours * 3_600_000
    })
    const evidence = back.map(({ path }) => changes.get(path)?.position ?? position)
    for (const { path, from } of data.changes) changes.set(path, { from: JSON.stringify(from) ?? '', at, position })
    const [first] = back
    if (!first || !isPerson(data.changedBy)) return undefined
    return {
      ...{ findingId: `back-and-forth-${data.version}`, rule: 'configuration-back-and-forth' },
      about: { userId: data.changedBy, setting: first.path },
      evidence: named([...new Set(evidence), position]),
      figures: { settings: back.length, hours },
    }
  }
}
