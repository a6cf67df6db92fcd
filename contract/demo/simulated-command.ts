/**
 * Types of simulated activity: timed commands as users would send them.
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

/** Waste that is added to a site or removed from it, whatever the site's current load. */
export interface SiteContentsChange {
  /** Tonnes added; negative when removed. */
  tonnes: number
  /** Percent by material of the added waste. */
  composition: Readonly<Partial<Record<Material, number>>>
}

/**
 * Names of the simulated commands, with the data of each.
 * `body` is the request body of the command's endpoint, if it has one.
 */
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
  /**
   * Sends a truck that collects all open reports of these zones.
   * `reporters` are the residents who made the reports.
   */
  MarkAllCollected: {
    body: z.input<typeof commands.MarkAllCollectedBody>
    zones: Z[]
    reporters: SimulatedResident<Z>[]
  }
  /**
   * `vehicleId` is set if the site is updated for the load of that truck.
   * `body` is the site's content after `change`, without updates by other people.
   */
  UpdateComposition: {
    siteId: string
    vehicleId?: string
    body: z.input<typeof commands.UpdateCompositionBody>
    change?: SiteContentsChange
  }
  Refuel: { body: z.input<typeof commands.RefuelBody> }
  /**
   * Records a trip to the site and back that belongs to no collection.
   * A collection's trip is recorded by its dispatch.
   */
  LogTrip: { body: z.input<typeof commands.LogTripBody> }
}

/**
 * A simulated command with its time and id.
 * `id` is equal in every run of the simulation.
 * The ids of the executed commands derive from `id`.
 */
export type SimulatedCommand<Z extends string = Zone> = {
  [T in keyof SimulatedCommandData]: { id: string; at: Date; type: T } & SimulatedCommandData<Z>[T]
}[keyof SimulatedCommandData]

/**
 * Emits a command at the simulated time.
 * `subject` distinguishes simultaneous commands of the same type.
 */
export type SimulatedCommandEmitter<Z extends string> = <T extends keyof SimulatedCommandData>(
  type: T,
  subject: string,
  of: SimulatedCommandData<Z>[T],
) => void
