/** What traces are made by. */
import type { RequestHandler } from 'express'

export type Attributes = Record<string, string | number>

export interface Tracing {
  /** A span around the work, within the one that is under way; ended, and marked when it fails. */
  span<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** What tells another process of ours which span is under way. */
  headers(): Record<string, string>
  requests: RequestHandler
  /** Sends what is left, if it is taken in time. */
  stop(): Promise<void>
}
