/** Calls by the name of their endpoint: address, method and key come from its line, the types from its shapes. */
import type { AnswerOf, AskedOf, EndpointName, QueryOf, RequestOf } from '#contract/endpoints.ts'
import type { lines } from '#contract/lines.ts'
import { requestOf, type Sent } from './request.ts'

type Lines = typeof lines
type NamesOf<L> = { [N in EndpointName]: Lines[N] extends L ? N : never }[EndpointName]
type Read = { method: 'get'; kind: 'json' }

export type QueryName = NamesOf<Read>
export type CommandName = Exclude<NamesOf<{ kind: 'json' }>, QueryName>
export type FileName = NamesOf<{ kind: 'file' }>

type Named<N extends EndpointName> = Lines[N]['path'] extends `${string}/:id${string}` ? { id: string } : unknown
type Asked<N extends EndpointName> = [QueryOf<N>] extends [never] ? unknown : AskedOf<N>
type Body<N extends EndpointName> = [RequestOf<N>] extends [never] ? unknown : { body: RequestOf<N> }
type File<N extends EndpointName> = Lines[N] extends { upload: string } ? { file: Blob } : unknown
/** What changes the log goes under a key, the same for every retry of one intended change; what else has a body may. */
type Key<N extends EndpointName> =
  AnswerOf<N> extends { position: string }
    ? { key: string }
    : Body<N> & File<N> extends { body: unknown } | { file: unknown }
      ? { key?: string }
      : unknown
/** Nothing at all where nothing has to be said. */
// biome-ignore lint/suspicious/noConfusingVoidType: it is how RTK Query types what is called without an argument
type Said<T> = keyof T extends never ? void : T

export type QueryArgs<N extends EndpointName> = Said<Named<N> & Asked<N>>
export type CommandArgs<N extends EndpointName> = Said<Named<N> & Body<N> & File<N> & Key<N>>

/** What RTK Query takes; `transformResponse` is there for its type alone. */
interface Definition<A, R> {
  query: (args: A) => ReturnType<typeof requestOf>
  transformResponse?: (answer: R) => R
}

/** Whatever was read; what a feature names itself stands in its place. */
type Tag = 'Read'

/** A read: `build.query(query('vehicles'))`. Called with what its path names and its query, in one. */
export const query = <N extends QueryName>(
  name: N,
): Definition<QueryArgs<N>, AnswerOf<N>> & { providesTags: Tag[] } => ({
  providesTags: ['Read'],
  query: (args) => requestOf(name, args as Sent),
})

/** A command: `build.mutation(command('refuel'))`. Called with what its path names, its body and its key. */
export const command = <N extends CommandName>(name: N): Definition<CommandArgs<N>, AnswerOf<N>> => ({
  query: (args) => requestOf(name, args as Sent),
})
