/** Interface for tracing requests and work. */
import type { RequestHandler } from 'express'

export type SpanAttributes = Record<string, string | number>

export interface Tracing {
  /**
   * Runs `work` in a child span.
   * Marks the span as failed if `work` fails.
   */
  span<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T>
  /** Returns headers that pass the current span to our other processes. */
  headers(): Record<string, string>
  requests: RequestHandler
  /** Sends the remaining spans within a time limit. */
  stop(): Promise<void>
}
