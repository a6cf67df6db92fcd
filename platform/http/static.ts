/** Serves the built web app: each file in the smallest form that the reader takes, as the build made it. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express'

/** The smaller one first. */
const FORMS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000

/** The file that a path names; undefined for a path that can't be read. */
function fileOf(webRoot: string, address: string): string | undefined {
  try {
    return path.join(webRoot, path.posix.normalize(decodeURIComponent(address)))
  } catch {
    return undefined
  }
}

/** Points a request at the form of its file that fits it best; where there is none, the file goes out as it is. */
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

/** An `Accept-Encoding` that names it; `*` and silence get the file as it is. */
function isTaken(request: Request, encoding: string): boolean {
  return request.acceptsEncodings(encoding) === encoding && request.get('Accept-Encoding')?.includes(encoding) === true
}

/** The app's pages: what the build drew of an address has that address as its name. */
const pagesOf = (webRoot: string) =>
  existsSync(webRoot)
    ? readdirSync(webRoot, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'))
    : []

/** The page at `/`, which has no name of its own. */
const START_PAGE = '/pages/start.html'

/** The page of every address that has none of its own. */
const EMPTY_PAGE = '/index.html'

/** What the first screen of an address is made of, as `Link` fields: a browser asks for it before it reads the page. */
function namedAhead(webRoot: string, pageOf: (address: string) => string): ReadonlyMap<string, string> {
  const list = path.join(webRoot, 'first-screens.json')
  const screens: Record<string, Record<'needed' | 'soon', string[]>> = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : {}
  const link = (file: string) =>
    `<${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}; crossorigin`
  const linked = Object.entries(screens).map(([address, { needed, soon }]) => {
    const page = readFileSync(path.join(webRoot, pageOf(address)), 'utf8')
    // Styles that stand in the page are switched off there by their name.
    const fetched = [...needed, ...soon].filter((file) => !page.includes(`href="${file}" disabled`))
    return [address, fetched.map(link).join(', ')] as const
  })
  return new Map(linked)
}

const INLINE = /<script>([\s\S]*?)<\/script>/g

/** The scripts that stand in the pages themselves, as a content security policy names them. */
export function inlineScripts(webRoot: string): string[] {
  const scripts = pagesOf(webRoot).flatMap((name) => [
    ...readFileSync(path.join(webRoot, name), 'utf8').matchAll(INLINE),
  ])
  const hashes = scripts.map(([, script = '']) => createHash('sha256').update(script).digest('base64'))
  return [...new Set(hashes)].map((hash) => `'sha256-${hash}'`)
}

/** Headers that are set before a file turns out not to go out. */
const OF_A_FILE = ['Content-Encoding', 'Cache-Control', 'ETag', 'Last-Modified', 'Link']

/** Hashed files are kept for good, everything else is asked for again; unknown paths get the app, which knows its routes. */
export function serveWeb(app: Express, webRoot: string): void {
  const web = express.Router()
  const setHeaders = (response: Response, file: string) => {
    const isHashed = path.relative(webRoot, file).startsWith('assets')
    // Above all the service worker: a browser that kept an old one would never hear of a new version.
    response.setHeader('Cache-Control', isHashed ? `public, max-age=${YEAR_MS / 1_000}, immutable` : 'no-cache')
  }
  const drawn = new Set(pagesOf(webRoot).map((name) => `/${name.replaceAll(path.sep, '/')}`))
  const pageOf = (address: string) => {
    const page = address === '/' ? START_PAGE : `${address}.html`
    return drawn.has(page) ? page : EMPTY_PAGE
  }
  const ahead = namedAhead(webRoot, pageOf)
  web.use((request, response, next) => {
    const links = ahead.get(request.path)
    if (links) response.set('Link', links)
    if (!path.extname(request.path)) request.url = pageOf(request.path)
    next()
  })
  web.use(smallestForm(webRoot))
  web.use(express.static(webRoot, { index: false, cacheControl: false, setHeaders }))
  web.use((_request, response) => {
    response.removeHeader('Content-Encoding')
    response.status(404).type('text').send('Not found')
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
