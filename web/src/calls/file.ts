/** Files from the server: fetched with the reader's token, then handed to the browser, which keeps them. */
import type { FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import type { FileName, QueryArgs } from './endpoints.ts'
import { requestOf, type Sent } from './request.ts'

/** A file that has come: where this page has it, and what it is called. */
export interface KeptFile {
  url: string
  name: string
}

/** A large one over a slow network. */
const TIMEOUT_MS = 120_000
/** Browsers read it at their leisure. */
const HOLD_MS = 60_000

const nameIn = (disposition: string | null | undefined) => /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]

interface Definition<A> {
  query: (args: A) => FetchArgs
  transformResponse: (content: Blob, meta: unknown) => KeptFile
}

/** A file: `build.mutation(file('tripsCsv'))`, since it is wanted when it is asked for. Its answer goes to `saveFile`. */
export const file = <N extends FileName>(name: N): Definition<QueryArgs<N>> => ({
  query: (args) => ({
    ...requestOf(name, args as Sent),
    timeout: TIMEOUT_MS,
    responseHandler: (response) => (response.ok ? response.blob() : response.json()),
  }),
  transformResponse(content, meta) {
    const headers = (meta as FetchBaseQueryMeta | undefined)?.response?.headers
    return { url: URL.createObjectURL(content), name: nameIn(headers?.get('Content-Disposition')) ?? name }
  },
})

/** Puts a file where this browser puts downloads. */
export function saveFile({ url, name }: KeptFile): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), HOLD_MS)
}
