/**
 * Types of simulated activity in the demo city: timed commands as users would send them.
 * The simulation never writes events.
 */
import type { z } from 'zod'
import type { Material, Zone } from '#domain/city.ts'
import type * as commands from '../commands.ts'

/** A household with an account. */
export interface SimulatedResident<Z extends string = Zone> {
  /** Name within the simulation, such as `ablekuma-north-12`; not the account's id. */
  id: string
  zone: Z
  name: string
  email: string
  phone: string
}

/** Relative change of a site's contents, so that it does not depend on the current load. */
export interface SiteContentsChange {
  /** Tonnes added; negative when removed. */
  tonnes: number
  /** Percent by material of the added waste. */
  composition: Readonly<Partial<Record<Material, number>>>
}

/** Commands by name, with their data. If there is an endpoint for a command, `body` has its schema. */
export interface SimulatedCommandData<Z extends string = Zone> {
  SignUp: { resident: SimulatedResident<Z> }
  ReportBinFull: { resident: SimulatedResident<Z>; body: z.input<typeof commands.ReportBinFullBody> }
  ScheduleCollection: {
    body: Omit<z.input<typeof commands.ScheduleCollectionBody>, 'zone' | 'vehicleIds'> & {
      zone: Z
      vehicleIds: string[]
    }
  }
  /** Starts the schedule of this truck. */
  StartCollection: { zone: Z; vehicleId: string; body: z.input<typeof commands.ChangeScheduleBody> }
  /** A truck leaves with all open reports of these zones. `reporters` are their residents. */
  MarkAllCollected: {
    body: z.input<typeof commands.MarkAllCollectedBody>
    zones: Z[]
    reporters: SimulatedResident<Z>[]
  }
  /**
   * `vehicleId` is set if the update is for that truck's load.
   * `body` is the site's content after `change`, if nobody else updated the site.
   */
  UpdateComposition: {
    siteId: string
    vehicleId?: string
    body: z.input<typeof commands.UpdateCompositionBody>
    change?: SiteContentsChange
  }
  Refuel: { body: z.input<typeof commands.RefuelBody> }
  /** Trip to the site and back. The trip of a collection is not included: the dispatch logs it. */
  LogTrip: { body: z.input<typeof commands.LogTripBody> }
}

/**
 * A command with its time and id.
 * The id is the same in every run of a simulated city, and command ids derive from it.
 */
export type SimulatedCommand<Z extends string = Zone> = {
  [T in keyof SimulatedCommandData]: { id: string; at: Date; type: T } & SimulatedCommandData<Z>[T]
}[keyof SimulatedCommandData]

/** Emits a command at the current simulated time. `subject` tells commands of one type at the same time apart. */
export type SimulatedCommandEmitter<Z extends string> = <T extends keyof SimulatedCommandData>(
  type: T,
  subject: string,
  of: SimulatedCommandData<Z>[T],
) => void
