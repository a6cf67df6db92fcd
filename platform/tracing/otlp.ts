/** Traces by OpenTelemetry, sent by OTLP over HTTP. Loaded only where a collector is set up. */
import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Request } from 'express'
import type { Tracing } from './port.ts'

/** Only our own processes say within which span they ask: a stranger's word would put requests into any trace. */
const callerOf = (request: Request): Context =>
  request.path.startsWith('/internal/') ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT

export function openTracing(collector: string, service: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${collector.replace(/\/+$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'wastesense' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
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
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}
