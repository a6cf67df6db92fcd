/** Generates random events of three zones: the first two initial zones, which have reports, and a third. */
import { INITIAL_ZONES } from '#domain/zones.ts'
import { type EventGenerator, zoneOf } from './ingredients.ts'

const THIRD = 'Teshie'
const anyZone = (n: number) => (n % 3 === 2 ? THIRD : zoneOf(n))
const codeOf = (zoneId: string) => INITIAL_ZONES.find(({ name }) => name === zoneId)?.code ?? 'TE'
const centreOf = (m: number) => ({ lat: 5.5 + 0.01 * m, lng: -0.2 })

export const zoneEventGenerators = {
  openZone: (n, m, { at }) => {
    const zoneId = anyZone(n)
    const placed = { centre: centreOf(m), distances: { WS001: 10 + m } }
    return {
      type: 'ZoneOpened',
      data: {
        ...{ zoneId, code: codeOf(zoneId), name: zoneId, customers: 80 + m, ...placed },
        ...{ openedBy: 'd1', openedAt: at },
      },
    }
  },
  changeZone: (n, m, { at }) => ({
    type: 'ZoneChanged',
    data: { zoneId: anyZone(n), centre: centreOf(m), changedBy: 'd1', changedAt: at },
  }),
  closeZone: (n, _, { at }) => ({ type: 'ZoneClosed', data: { zoneId: anyZone(n), closedBy: 'd1', closedAt: at } }),
  beginMove: (n, m, { at }) => ({
    type: 'ResidentsMoveBegun',
    data: { zoneId: anyZone(n), moveId: `v${m}`, to: anyZone(n + 1), begunBy: 'd1', begunAt: at },
  }),
  endMove: (n, m, { at }) => ({
    type: 'ResidentsMoved',
    data: { zoneId: anyZone(n), moveId: `v${m}`, residents: m, movedAt: at },
  }),
  reserveCode: (n, _, { at }) => ({
    type: 'ZoneCodeReserved',
    data: { code: codeOf(anyZone(n)), zoneId: anyZone(n), reservedAt: at },
  }),
} satisfies Record<string, EventGenerator>
