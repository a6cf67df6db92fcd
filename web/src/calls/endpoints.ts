/**
 * Calls by endpoint name.
 * Address, method and key come from the endpoint's route, the types from its schemas.
 */
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
/**
 * A command that writes events requires a key, the same for every retry.
 * Other calls with a body may have one.
 */
type Key<N extends EndpointName> =
  AnswerOf<N> extends { position: string }
    ? { key: string }
    : Body<N> & File<N> extends { body: unknown } | { file: unknown }
      ? { key?: string }
      : unknown
/** Turns an empty argument type into void. */
// biome-ignore lint/suspicious/noConfusingVoidType: RTK Query types calls without an argument so
type Said<T> = keyof T extends never ? void : T

export type QueryArgs<N extends EndpointName> = Said<Named<N> & Asked<N>>
export type CommandArgs<N extends EndpointName> = Said<Named<N> & Body<N> & File<N> & Key<N>>

/** Definition for RTK Query; `transformResponse` only carries its type. */
interface Definition<A, R> {
  query: (args: A) => ReturnType<typeof requestOf>
  transformResponse?: (answer: R) => R
}

/** Tag of every read that has no tag of its own. */
type Tag = 'Read'

/**
 * Defines a read: `build.query(query('vehicles'))`.
 * Its argument has the path's fields and the query's fields.
 */
export const query = <N extends QueryName>(
  name: N,
): Definition<QueryArgs<N>, AnswerOf<N>> & { providesTags: Tag[] } => ({
  providesTags: ['Read'],
  query: (args) => requestOf(name, args as Sent),
})

/**
 * Defines a command: `build.mutation(command('refuel'))`.
 * Its argument has the path's fields, the body and the key.
 */
export const command = <N extends CommandName>(name: N): Definition<CommandArgs<N>, AnswerOf<N>> => ({
  query: (args) => requestOf(name, args as Sent),
})
