/** Types of the simulated city's activity: timed commands as users would send them, never events. */
import type { z } from 'zod'
import type { Material, Zone } from '#domain/city.ts'
import type * as commands from '../commands.ts'

type Body<T extends keyof typeof commands> = z.input<(typeof commands)[T]>

/** A household with an account. */
export interface Resident<Z extends string = Zone> {
  /** Name such as `ablekuma-north-12`; not the id of the account. */
  id: string
  zone: Z
  name: string
  email: string
  phone: string
}

/**
 * Change of a site's contents.
 * It is relative, so it does not depend on the current load.
 */
export interface SiteChange {
  /** Tonnes added; negative when removed. */
  tonnes: number
  /** Percent by material of the added waste. */
  composition: Readonly<Partial<Record<Material, number>>>
}

/**
 * Commands by name with their data.
 * `body` has the contract's schema where the API accepts one.
 */
export interface Commands<Z extends string = Zone> {
  SignUp: { resident: Resident<Z> }
  ReportBinFull: { resident: Resident<Z>; body: Body<'ReportBinFull'> }
  ScheduleCollection: {
    body: Omit<Body<'ScheduleCollection'>, 'zone' | 'vehicleIds'> & { zone: Z; vehicleIds: string[] }
  }
  /** Starts the schedule of this truck. */
  StartCollection: { zone: Z; vehicleId: string; body: Body<'ChangeSchedule'> }
  /**
   * The truck leaves with the reports of these residents.
   * They were all open reports of these zones.
   */
  MarkAllCollected: { body: Body<'MarkAllCollected'>; zones: Z[]; reporters: Resident<Z>[] }
  /**
   * `vehicleId` is set for the load that this truck brought.
   * `body` is the resulting state unless another update was written.
   */
  UpdateComposition: { siteId: string; vehicleId?: string; body: Body<'UpdateComposition'>; change?: SiteChange }
  Refuel: { body: Body<'Refuel'> }
  /**
   * The way to the site and back.
   * The dispatch logs the collection's own trip.
   */
  LogTrip: { body: Body<'LogTrip'> }
}

/**
 * One command with its time.
 * The id is deterministic for a city; command ids derive from it.
 */
export type SimulatedCommand<Z extends string = Zone> = {
  [T in keyof Commands]: { id: string; at: Date; type: T } & Commands<Z>[T]
}[keyof Commands]

/**
 * Emits a command at the current time.
 * `subject` distinguishes commands of one type at the same time.
 */
export type EmitCommand<Z extends string> = <T extends keyof Commands>(
  type: T,
  subject: string,
  of: Commands<Z>[T],
) => void
