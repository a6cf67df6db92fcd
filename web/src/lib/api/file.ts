/**
 * Files from the server: fetched with the user's token and saved by the browser.
 * A plain link would need the token in its address, which logs and histories store.
 */
import type { FetchArgs, FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import { type CallArgs, type FileName, type QueryArgs, requestOf } from './request.ts'

/** A loaded file: its URL in this page and its name. */
export interface LoadedFile {
  url: string
  name: string
}

/** Enough for a large file over a slow network. */
const TIMEOUT_MS = 120_000
/** Browsers read the URL some time after the click. */
const REVOKE_AFTER_MS = 60_000

const nameIn = (disposition: string | null | undefined) => /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]

interface Definition<A> {
  query: (args: A) => FetchArgs
  transformResponse: (content: Blob, meta: unknown) => LoadedFile
}

/**
 * Defines a file: `build.mutation(file('tripsCsv'))`.
 * A mutation, because the file loads only on request.
 * Its result goes to `saveFile`.
 */
export const file = <N extends FileName>(name: N): Definition<QueryArgs<N>> => ({
  query: (args) => ({
    ...requestOf(name, args as CallArgs),
    timeout: TIMEOUT_MS,
    responseHandler: (response) => (response.ok ? response.blob() : response.json()),
  }),
  transformResponse(content, meta) {
    const headers = (meta as FetchBaseQueryMeta | undefined)?.response?.headers
    return { url: URL.createObjectURL(content), name: nameIn(headers?.get('Content-Disposition')) ?? name }
  },
})

/** Saves a file to the browser's downloads. */
export function saveFile({ url, name }: LoadedFile): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
