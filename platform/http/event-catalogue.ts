/** Builds the event catalogue and its page from the contract's schemas. */

import { z } from 'zod'
import { type EventType, eventSchemas } from '#contract/events.ts'
import { EVENT_CATALOGUE, STREAM_ID_FIELDS, type StreamCategory } from '#contract/streams.ts'
import { lookUp } from '#domain/dictionary.ts'

interface CataloguedField {
  name: string
  /** Type in words, such as `text`, `time` or `{ lat: number, lng: number }`. */
  type: string
  optional: boolean
  /** Whether the field is personal data, encrypted with the person's key. */
  sealed: boolean
}

interface CataloguedEvent {
  type: EventType
  /** Day since which events of this type exist, as YYYY-MM-DD. */
  since: string
  fields: CataloguedField[]
}

type Json = z.core.JSONSchema.JSONSchema

const schemaOf = (type: EventType): Json => z.toJSONSchema(eventSchemas[type], { io: 'output', unrepresentable: 'any' })

/** Returns the events by category, in the contract's order. */
export function createEventCatalogue(): [StreamCategory, CataloguedEvent[]][] {
  const types = Object.keys(EVENT_CATALOGUE) as EventType[]
  return (Object.keys(STREAM_ID_FIELDS) as StreamCategory[]).map((category) => [
    category,
    types
      .filter((type) => EVENT_CATALOGUE[type].stream === category)
      .map((type) => ({ type, since: EVENT_CATALOGUE[type].since, fields: fieldsOf(schemaOf(type)) })),
  ])
}

function fieldsOf({ properties = {}, required = [] }: Json): CataloguedField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: inWords(schema as Json),
    optional: !required.includes(name),
    sealed: (schema as Json).sealed === true,
  }))
}

/** Returns the type that a JSON schema describes, in words. */
function inWords(schema: Json): string {
  const { type, items, additionalProperties: values } = schema
  if (schema.sealed === true) return 'sealed text'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((schema) => inWords(schema as Json)).join(' | ')
  if (type === 'array') return `list of ${inWords((items ?? {}) as Json)}`
  if (schema.properties) return objectInWords(schema)
  if (type === 'object') return `map to ${inWords((typeof values === 'object' ? values : {}) as Json)}`
  if (type === 'string') return schema.format === 'date-time' ? 'time' : 'text'
  if (type === 'integer') return 'whole number'
  return typeof type === 'string' ? type : 'anything'
}

function objectInWords(schema: Json): string {
  const parts = fieldsOf(schema).map(({ name, type, optional }) => `${name}${optional ? '?' : ''}: ${type}`)
  return `{ ${parts.join(', ')} }`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const inHtml = (text: string) => text.replace(/[&<>"]/g, (character) => lookUp(ESCAPES, character) ?? '')

const streamName = (category: StreamCategory) =>
  STREAM_ID_FIELDS[category] === null ? category : `${category}-{${STREAM_ID_FIELDS[category]}}`

const rowOf = ({ name, type, optional, sealed }: CataloguedField) =>
  `<tr${sealed ? ' class="sealed"' : ''}><th scope="row">${inHtml(name)}</th><td>${inHtml(type)}${optional ? ' <small>optional</small>' : ''}</td></tr>`

const eventPart = ({ type, since, fields }: CataloguedEvent) =>
  `<h3 id="${type}"><a href="#${type}">${type}</a> <small>since <time>${since}</time></small></h3>
<table><thead><tr><th scope="col">Field</th><th scope="col">Type</th></tr></thead><tbody>
${fields.map(rowOf).join('\n')}
</tbody></table>`

const STYLE = `
  :root { color-scheme: light dark }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem }
  h2 { margin-top: 3rem } h2, table { overflow-wrap: anywhere }
  small { font-weight: normal; opacity: 0.75 }
  table { width: 100%; border-collapse: collapse }
  th, td { padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8884 }
  tbody th { font-weight: 600; width: 14rem }
  .sealed td { font-style: italic }`

/** Renders the catalogue as HTML, without scripts or foreign content. */
export const createEventCataloguePage = (): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>WasteSense events</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <h1>Events of the log</h1>
    <p>Every event with its stream, in its current shape. Sealed fields are personal data, encrypted with the key of the person.</p>
${createEventCatalogue()
  .map(([category, events]) => `<h2>${inHtml(streamName(category))}</h2>\n${events.map(eventPart).join('\n')}`)
  .join('\n')}
  </body>
</html>
`
