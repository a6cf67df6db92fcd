/**
 * Calls by endpoint name.
 * Address, method and key come from the endpoint's route, the types from its schemas.
 */
import type { AnswerOf, EndpointName, QueryInputOf, QueryOf, RequestOf } from '#contract/endpoints.ts'
import type { routes } from '#contract/routes.ts'
import { type CallArgs, requestOf } from './request.ts'

type Routes = typeof routes
type NamesOf<L> = { [N in EndpointName]: Routes[N] extends L ? N : never }[EndpointName]
type Read = { method: 'get'; kind: 'json' }

export type QueryName = NamesOf<Read>
export type CommandName = Exclude<NamesOf<{ kind: 'json' }>, QueryName>
export type FileName = NamesOf<{ kind: 'file' }>

type PathParams<N extends EndpointName> = Routes[N]['path'] extends `${string}/:id${string}` ? { id: string } : unknown
type QueryParams<N extends EndpointName> = [QueryOf<N>] extends [never] ? unknown : QueryInputOf<N>
type Body<N extends EndpointName> = [RequestOf<N>] extends [never] ? unknown : { body: RequestOf<N> }
type File<N extends EndpointName> = Routes[N] extends { upload: string } ? { file: Blob } : unknown
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
type ArgsOrVoid<T> = keyof T extends never ? void : T

export type QueryArgs<N extends EndpointName> = ArgsOrVoid<PathParams<N> & QueryParams<N>>
export type CommandArgs<N extends EndpointName> = ArgsOrVoid<PathParams<N> & Body<N> & File<N> & Key<N>>

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
  query: (args) => requestOf(name, args as CallArgs),
})

/**
 * Defines a command: `build.mutation(command('refuel'))`.
 * Its argument has the path's fields, the body and the key.
 */
export const command = <N extends CommandName>(name: N): Definition<CommandArgs<N>, AnswerOf<N>> => ({
  query: (args) => requestOf(name, args as CallArgs),
})
