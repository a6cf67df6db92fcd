/** Serves the built web app in the smallest encoding the client accepts. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express'

/** Encodings of precompressed files, the smallest first. */
const FORMS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/**
 * Maximum length of a path, and of the header Range, in characters.
 * Cleaning a path of 15,000 characters takes 15 ms of the thread.
 */
const MAX_PATH_LENGTH = 1_000
const MAX_RANGE_LENGTH = 200

/**
 * Returns the file for a URL's path.
 * Undefined if the path can't be decoded.
 */
function fileOf(webRoot: string, address: string): string | undefined {
  try {
    return path.join(webRoot, path.posix.normalize(decodeURIComponent(address)))
  } catch {
    return undefined
  }
}

/**
 * Rewrites a request to the smallest accepted encoding of its file.
 * The plain file is sent if no encoding is accepted.
 */
function smallestForm(webRoot: string): RequestHandler {
  return (request, response, next) => {
    const file = fileOf(webRoot, request.path)
    const made = FORMS.filter(([, ending]) => file && existsSync(`${file}${ending}`))
    if (made.length === 0) return void next()
    response.vary('Accept-Encoding')
    const [encoding, ending] = made.find(([name]) => isTaken(request, name)) ?? []
    if (encoding) {
      response.set('Content-Encoding', encoding).type(path.extname(request.path))
      request.url = `${request.path}${ending}`
    }
    next()
  }
}

/**
 * Whether the header `Accept-Encoding` names the encoding.
 * If the header is missing or `*`, the file is sent uncompressed.
 */
function isTaken(request: Request, encoding: string): boolean {
  return request.acceptsEncodings(encoding) === encoding && request.get('Accept-Encoding')?.includes(encoding) === true
}

/** Returns the prerendered pages' file names, which match their addresses. */
const pagesOf = (webRoot: string) =>
  existsSync(webRoot)
    ? readdirSync(webRoot, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
    : []

/** File of the page at the address `/`, which contains no file name. */
const START_PAGE = '/pages/start.html'

/** Page that is served at addresses without a prerendered page of their own. */
const EMPTY_PAGE = '/index.html'

/**
 * Returns `Link` headers by page address.
 * They name files that the browser fetches before it parses the page.
 */
function namedAhead(webRoot: string, pageOf: (address: string) => string): ReadonlyMap<string, string> {
  const list = path.join(webRoot, 'first-screens.json')
  const screens: Record<string, Record<'needed' | 'soon', string[]>> = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : {}
  const link = (file: string) =>
    `<${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}; crossorigin`
  const linked = Object.entries(screens).map(([address, { needed, soon }]) => {
    const page = readFileSync(path.join(webRoot, pageOf(address)), 'utf8')
    // Leaves out inlined style sheets: the page disables their links, so browsers need not fetch them.
    const fetched = [...needed, ...soon].filter((file) => !page.includes(`href="${file}" disabled`))
    return [address, fetched.map(link).join(', ')] as const
  })
  return new Map(linked)
}

const INLINE = /<script>([\s\S]*?)<\/script>/g

/** Returns the pages' inline scripts as content security policy sources. */
export function computeInlineScriptHashes(webRoot: string): string[] {
  const scripts = pagesOf(webRoot).flatMap((name) => [
    ...readFileSync(path.join(webRoot, name), 'utf8').matchAll(INLINE),
  ])
  const hashes = scripts.map(([, script = '']) => createHash('sha256').update(script).digest('base64'))
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`)
}

/**
 * Response headers of a static file.
 * They are removed if the file can't be sent.
 */
const OF_A_FILE = ['Content-Encoding', 'Cache-Control', 'ETag', 'Last-Modified', 'Link']

const sendNotFound = (response: Response) => response.status(404).type('text').send('Not found')

/**
 * Serves the app.
 * Hashed files are cached for good, others are revalidated.
 * Unknown paths get the app, which has its own router.
 */
export function serveWeb(app: Express, webRoot: string): void {
  const web = express.Router()
  const setHeaders = (response: Response, file: string) => {
    const isHashed = path.relative(webRoot, file).startsWith('assets')
    // Browsers must revalidate files without a hash in the name, such as the service worker.
    // A browser that cached the service worker would never notice new versions.
    response.setHeader('Cache-Control', isHashed ? `public, max-age=${YEAR_MS / 1_000}, immutable` : 'no-cache')
  }
  const drawn = new Set(pagesOf(webRoot).map((name) => `/${name.replaceAll(path.sep, '/')}`))
  const pageOf = (address: string) => {
    const page = address === '/' ? START_PAGE : `${address}.html`
    return drawn.has(page) ? page : EMPTY_PAGE
  }
  const ahead = namedAhead(webRoot, pageOf)
  web.use((request, response, next) => {
    if (request.path.length > MAX_PATH_LENGTH) return void sendNotFound(response)
    if ((request.get('Range')?.length ?? 0) > MAX_RANGE_LENGTH) delete request.headers.range
    const links = ahead.get(request.path)
    if (links) response.set('Link', links)
    if (!path.extname(request.path)) request.url = pageOf(request.path)
    next()
  })
  web.use(smallestForm(webRoot))
  web.use(express.static(webRoot, { index: false, cacheControl: false, setHeaders }))
  web.use((_request, response) => {
    response.removeHeader('Content-Encoding')
    sendNotFound(response)
  })
  web.use(
    (
      error: Error & { headers?: Record<string, string> },
      _request: Request,
      response: Response,
      next: NextFunction,
    ) => {
      for (const name of OF_A_FILE) response.removeHeader(name)
      if (error.headers) response.set(error.headers)
      next(error)
    },
  )
  app.use((request, response, next) => {
    if (request.method === 'GET' || request.method === 'HEAD') web(request, response, next)
    else next()
  })
}
