/** Exposes metrics in Prometheus text format, such as requests, event loop and memory. */

import { timingSafeEqual } from 'node:crypto'
import type { Express, Request, Response } from 'express'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Log } from '../logging.ts'
import { isLocalRequest } from './network.ts'
import { sendProblem } from './problems.ts'

/**
 * Metric that is read on each request for metrics; undefined while unknown.
 * In `LabelledMetric`, `label` names the label that separates its values.
 */
export interface Metric {
  /** Name of the metric without the prefix that all metrics share, such as `view_lag_events`. */
  name: string
  help: string
  read(): Promise<number | undefined> | number | undefined
}

export interface LabelledMetric extends Omit<Metric, 'read'> {
  label: string
  read(): Promise<Readonly<Record<string, number>> | undefined> | Readonly<Record<string, number>> | undefined
}

export interface Metrics {
  /**
   * Records an answered request.
   * `route` is its pattern, so no personal ids enter the metrics.
   */
  answered(request: { method: string; route: string; status: number }, ms: number): void
  mount(app: Express): void
}

const PREFIX = 'wastesense_'
/** Upper bounds of the buckets of the response time histogram, in seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Options {
  log: Pick<Log, 'warn'>
  /** Token for remote readers; without it only this machine may read. */
  token?: string
  measures?: readonly (Metric | LabelledMetric)[]
}

export function createMetrics({ log, token, measures = [] }: Options): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Seconds until requests were answered, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  for (const measure of measures) watch(measure, registers, log)

  return {
    answered: ({ method, route, status }, ms) => requests.observe({ method, route, status }, ms / 1_000),
    mount(app) {
      app.get('/metrics', async (request: Request, response: Response) => {
        if (!mayRead(request, token))
          return sendProblem(response, reject('forbidden', msg`You may not read the metrics. Send the metrics token.`))
        response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
        response.send(await registry.metrics())
      })
    },
  }
}

function watch(measure: Metric | LabelledMetric, registers: Registry[], log: Pick<Log, 'warn'>): void {
  const { name, help } = measure
  const labelNames = 'label' in measure ? [measure.label] : []
  new Gauge({
    name: PREFIX + name,
    help,
    labelNames,
    registers,
    async collect() {
      this.reset()
      const value = await readOrLog(measure, log)
      // If a metric without labels has no value, removes it.
      // Otherwise it would read 0.
      if (value === undefined) return labelNames.length === 0 ? this.remove() : undefined
      if (typeof value === 'number') return this.set(value)
      for (const [part, of] of Object.entries(value)) this.set({ [labelNames[0] as string]: part }, of)
    },
  })
}

/**
 * Reads a metric; undefined if that fails.
 * The other metrics are then still answered.
 * They are needed most while something fails.
 */
async function readOrLog(measure: Metric | LabelledMetric, log: Pick<Log, 'warn'>) {
  try {
    return await measure.read()
  } catch (error) {
    log.warn({ err: error, metric: measure.name }, 'a metric could not be read')
    return undefined
  }
}

function mayRead(request: Request, token: string | undefined): boolean {
  if (token === undefined) return isLocalRequest(request)
  // A configured token may contain spaces, unlike a session token.
  const given = Buffer.from((request.get('Authorization') ?? '').replace(/^bearer +/i, 'Bearer '))
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
