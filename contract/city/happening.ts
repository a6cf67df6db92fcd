/** What happens in a simulated city: commands as people would give them, each with its time; never events. */
import type { z } from 'zod'
import type { Material, Zone } from '#rules/city.ts'
import type * as commands from '../commands.ts'

type Body<T extends keyof typeof commands> = z.input<(typeof commands)[T]>

/** A household with an account. */
export interface Resident<Z extends string = Zone> {
  /** Such as `ablekuma-north-12`; the account's own id is the installation's matter. */
  id: string
  zone: Z
  name: string
  email: string
  phone: string
}

/** What an update of a site is about: added to whatever lies there, it needs to know nothing else. */
export interface SiteChange {
  /** Brought, or below 0 taken away. */
  tonnes: number
  /** percent by material, of what was brought */
  composition: Readonly<Partial<Record<Material, number>>>
}

/** The commands by name, with what each needs; `body` is the contract's where the door takes one. */
export interface Commands<Z extends string = Zone> {
  SignUp: { resident: Resident<Z> }
  ReportBinFull: { resident: Resident<Z>; body: Body<'ReportBinFull'> }
  ScheduleCollection: {
    body: Omit<Body<'ScheduleCollection'>, 'zone' | 'vehicleIds'> & { zone: Z; vehicleIds: string[] }
  }
  /** The schedule of this truck begins. */
  StartCollection: { zone: Z; vehicleId: string; body: Body<'ChangeSchedule'> }
  /** The truck leaves with the reports of these residents, which were all that were open in these zones. */
  MarkAllCollected: { body: Body<'MarkAllCollected'>; zones: Z[]; reporters: Resident<Z>[] }
  /** `vehicleId` when it is about the load that this truck brought. `body` is what then lies there if nobody else wrote it down. */
  UpdateComposition: { siteId: string; vehicleId?: string; body: Body<'UpdateComposition'>; change?: SiteChange }
  Refuel: { body: Body<'Refuel'> }
  /** The way to the site and back; the collection's own trip is logged by whoever sends the truck. */
  LogTrip: { body: Body<'LogTrip'> }
}

/** One command at its time. The id is the same whenever the same city is asked again; command ids derive from it. */
export type Happening<Z extends string = Zone> = {
  [T in keyof Commands]: { id: string; at: Date; type: T } & Commands<Z>[T]
}[keyof Commands]

/** Says that something happens now; `subject` tells it from others of its type at the same time. */
export type Emit<Z extends string> = <T extends keyof Commands>(type: T, subject: string, of: Commands<Z>[T]) => void
