/**
 * Sends OpenTelemetry traces by OTLP over HTTP.
 * It is loaded only if a collector is configured.
 */
import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Request } from 'express'
import type { Log } from '../logging.ts'
import type { Tracing } from './port.ts'

/**
 * Maximum time in ms to send the remaining traces at the end of the process.
 * The OpenTelemetry library would retry for longer.
 */
const EXPORT_TIMEOUT_MS = 2_000

/**
 * Returns the caller's span if the caller is one of our processes.
 * Others could add requests to any trace.
 */
const callerOf = (request: Request): Context =>
  request.path.startsWith('/internal/') ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT

type TraceLog = Pick<Log, 'info' | 'warn'>

/**
 * Wraps the trace exporter to log failures.
 * A failure of the trace collector and its recovery are each logged once.
 */
function logFailures(exporter: SpanExporter, log: TraceLog): SpanExporter {
  let isAway = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result
        if (error && !isAway)
          log.warn({ err: error }, 'the collector does not accept traces; they are lost until it does')
        if (!error && isAway) log.info('the collector accepts traces again')
        isAway = error !== undefined
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

export function openTracing(collector: string, service: string, log: TraceLog): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${collector.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'wastesense' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: logFailures(exporter, log) })],
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
          // Records only the error's name, because its message may contain user input.
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
        // Names the span after the route's pattern.
        // The requested path may contain ids of people.
        const route: string = request.route?.path ?? (request.path.startsWith('/api') ? '/api/*' : 'static')
        span.updateName(`${method} ${route}`)
        span.setAttributes({
          'http.request.method': method,
          'http.route': route,
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
      const timer = setTimeout(() => reject(new Error('the collector did not answer in time')), EXPORT_TIMEOUT_MS)
      try {
        await Promise.race([provider.shutdown(), late])
      } catch (error) {
        // Only log the error: traces must not disturb the shutdown.
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
