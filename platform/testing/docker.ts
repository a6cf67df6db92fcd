/** Detects a Docker engine, so that tests start containers only if possible. */

import { type RequestOptions, request } from 'node:http'

const PATIENCE_MS = 3000

/**
 * Pings the engine of DOCKER_HOST or the default socket.
 * Returns false without a valid answer within three seconds.
 */
export function dockerAnswers(): Promise<boolean> {
  return new Promise((resolve) => {
    const ping = request({ ...engine(), path: '/_ping', signal: AbortSignal.timeout(PATIENCE_MS) }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    // A missing socket, a refused connection and silence all mean that there is no engine.
    ping.on('error', () => resolve(false))
    ping.end()
  })
}

function engine(): RequestOptions {
  const host = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock'
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) }
  const url = new URL(host)
  return { host: url.hostname, port: url.port || '2375' }
}
