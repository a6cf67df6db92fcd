/** What a process measures of itself, in the text format of Prometheus: requests, the event loop, memory, and what it is given. */
import { timingSafeEqual } from 'node:crypto'
import type { Express, Request, Response } from 'express'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { reject } from '#contract/door/problems.ts'
import { isLocal } from './local.ts'
import { sendProblem } from './problems.ts'

/** A figure that is asked for when somebody reads; undefined while it is not known. `label`: what its parts are told apart by. */
export interface Measure {
  /** Such as `view_lag_events`; without what every name begins with. */
  name: string
  help: string
  read(): Promise<number | undefined> | number | undefined
}

export interface LabelledMeasure extends Omit<Measure, 'read'> {
  label: string
  read(): Promise<Readonly<Record<string, number>> | undefined> | Readonly<Record<string, number>> | undefined
}

export interface Metrics {
  /** A request was answered. `route` is its pattern: ids of people stay out of what is measured. */
  answered(request: { method: string; route: string; status: number }, ms: number): void
  mount(app: Express): void
}

const PREFIX = 'wastesense_'
/** Seconds. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Options {
  /** Who has it may read from anywhere; without one only this very machine may. */
  token?: string
  measures?: readonly (Measure | LabelledMeasure)[]
}

export function createMetrics({ token, measures = [] }: Options = {}): Metrics {
  const registers = [new Registry()]
  const [registry] = registers as [Registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    ...{ name: `${PREFIX}http_request_seconds`, help: 'Requests by route and status, until they were answered' },
    ...{ labelNames: ['method', 'route', 'status'], buckets: BUCKETS, registers },
  })
  for (const measure of measures) watch(measure, registers)

  return {
    answered: ({ method, route, status }, ms) => requests.observe({ method, route, status }, ms / 1_000),
    mount(app) {
      app.get('/metrics', async (request: Request, response: Response) => {
        if (!mayRead(request, token))
          return sendProblem(response, reject('forbidden', 'Metrics are not for everybody.'))
        response.set({ 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' })
        response.send(await registry.metrics())
      })
    },
  }
}

function watch(measure: Measure | LabelledMeasure, registers: Registry[]): void {
  const { name, help } = measure
  const labelNames = 'label' in measure ? [measure.label] : []
  new Gauge({
    ...{ name: PREFIX + name, help, labelNames, registers },
    async collect() {
      this.reset()
      const value = await measure.read()
      // Without parts it would read 0 now.
      if (value === undefined) return labelNames.length === 0 ? this.remove() : undefined
      if (typeof value === 'number') return this.set(value)
      for (const [part, of] of Object.entries(value)) this.set({ [labelNames[0] as string]: part }, of)
    },
  })
}

function mayRead(request: Request, token: string | undefined): boolean {
  if (token === undefined) return isLocal(request)
  // A token of the settings may have spaces in it, which one of a session has not.
  const given = Buffer.from((request.get('Authorization') ?? '').replace(/^bearer +/i, 'Bearer '))
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
