/** Traces by OpenTelemetry, sent by OTLP over HTTP. Loaded only where a collector is set up. */
import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Request } from 'express'
import type { Log } from '../logging.ts'
import type { Tracing } from './port.ts'

/** At a stop the collector is waited for so long, in ms; it tries again for longer by itself. */
const PATIENCE_MS = 2_000

/** Only our own processes say within which span they ask: a stranger's word would put requests into any trace. */
const callerOf = (request: Request): Context =>
  request.path.startsWith('/internal/') ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT

type Said = Pick<Log, 'info' | 'warn'>

/** The exporter, which says once that the collector takes nothing, and once that it does again. */
function heard(exporter: SpanExporter, log: Said): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result
        if (error && !isAway) log.warn({ err: error }, 'the collector takes no traces; they are lost until it does')
        if (!error && isAway) log.info('the collector takes traces again')
        isAway = error !== undefined
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

export function openTracing(collector: string, service: string, log: Said): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${collector.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'wastesense' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: heard(exporter, log) })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const tracer = provider.getTracer('wastesense')

  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await work()
        } catch (error) {
          // Its words may hold what was sent; its kind does not.
          span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).name })
          throw error
        } finally {
          span.end()
        }
      }),

    headers() {
      const headers: Record<string, string> = {}
      propagation.inject(context.active(), headers)
      return headers
    },

    requests(request, response, next) {
      const { method } = request
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, callerOf(request))
      response.once('close', () => {
        // The route's pattern, not the path: ids of people stay out of traces.
        const route: string = request.route?.path ?? (request.path.startsWith('/api') ? '/api/*' : 'static')
        span.updateName(`${method} ${route}`)
        span.setAttributes({
          ...{ 'http.request.method': method, 'http.route': route },
          'http.response.status_code': response.statusCode,
          'wastesense.request_id': response.locals.requestId,
          ...(response.locals.commandId && { 'wastesense.command_id': response.locals.commandId }),
        })
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
      context.with(trace.setSpan(context.active(), span), next)
    },

    async stop() {
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error('the collector did not answer in time')), PATIENCE_MS)
      try {
        await Promise.race([provider.shutdown(), late])
      } catch (error) {
        // Traces are no reason to stop late, or in disorder.
        log.warn({ err: error }, 'the last traces could not be sent')
      } finally {
        clearTimeout(timer)
      }
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}
