/** Random events of drivers. */
import type { EventOf } from '#contract/events.ts'
import { type EventGenerator, type GeneratorContext, ownerOf, pick, zoneOf } from './ingredients.ts'

async function served(n: number, m: number, { at, sealer }: GeneratorContext): Promise<EventOf<'StopServed'>> {
  const userId = ownerOf(n)
  return {
    type: 'StopServed',
    data: {
      ...{ stopId: `r${n}`, userId, zone: zoneOf(n), scheduleId: `s${m % 3}`, vehicleId: `T${n % 3}`, servedBy: 'v1' },
      ...(m % 2
        ? { outcome: 'exception', exception: pick(['not-out', 'damage'] as const, m) }
        : {
            outcome: 'collected',
            sealedFix: await sealer.seal('v1', { lat: 5.6, lon: -0.2, acc: 10 }),
            metres: m * 100,
          }),
      ...(m % 3 && { sealedNote: await sealer.seal(userId, { note: `Note ${m}` }) }),
      ...{ servedAt: at, recordedAt: at },
    },
  }
}

export const driverEventGenerators = {
  assignDriver: (n, m, { at }) => ({
    type: 'DriverAssigned',
    data: { userId: 'v1', vehicleId: `T${n % 3}`, assignedBy: m % 2 ? 'd1' : 'v1', assignedAt: at },
  }),
  releaseDriver: (n, _, { at }) => ({
    type: 'DriverReleased',
    data: { userId: 'v1', vehicleId: `T${n % 3}`, releasedBy: 'd1', releasedAt: at },
  }),
  closeDriverList: (n, _, { at }) => ({
    type: 'DriverListClosed',
    data: { nextPart: 2 + n, closedAt: at },
  }),
  openDriverList: (n, _, { at }) => ({
    type: 'DriverListOpened',
    data: {
      part: 2 + n,
      current: [{ vehicleId: `T${n % 3}`, userId: 'v1' }],
      ended: [{ vehicleId: `T${(n + 1) % 3}`, userId: 'v1', releasedAt: at }],
      openedAt: at,
    },
  }),
  endShift: (n, m, { at }) => ({
    type: 'ShiftEnded',
    data: {
      userId: 'v1',
      vehicleId: `T${n % 3}`,
      ...(m % 2 && { fuelLevel: 10 + m, odometer: 1000 + m }),
      endedAt: at,
    },
  }),
  serveStop: (n, m, made) => served(n, m, made),
} satisfies Record<string, EventGenerator>
