/** Serves large static content that is read and compressed once, on first request. */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { RequestHandler } from 'express'

interface CachedContent {
  plain: Buffer
  gzipped: Buffer
  etag: string
}

async function prepare(load: () => Promise<Buffer>): Promise<CachedContent> {
  const plain = await load()
  const gzipped = await promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION })
  return { plain, gzipped, etag: hash('sha256', plain, 'base64url').slice(0, 22) }
}

/**
 * Returns a handler that serves the content.
 * `type` is Express's content type.
 * Browsers cache the content for `maxAgeS` seconds and then revalidate it by ETag.
 */
export function serveCached(type: string, maxAgeS: number, load: () => Promise<Buffer>): RequestHandler {
  let prepared: Promise<CachedContent> | undefined
  return async (request, response) => {
    prepared ??= prepare(load)
    const { plain, gzipped, etag } = await prepared
    const isGzip = request.acceptsEncodings('gzip') === 'gzip'
    if (isGzip) response.set('Content-Encoding', 'gzip')
    response.vary('Accept-Encoding')
    response.set('Cache-Control', `public, max-age=${maxAgeS}`).set('ETag', `"${etag}${isGzip ? '-gzip' : ''}"`)
    response.type(type).send(isGzip ? gzipped : plain)
  }
}
