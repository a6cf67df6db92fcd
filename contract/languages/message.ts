/**
 * Texts with values, translated for each reader.
 * The web app's build compiles calls like Lingui's macros.
 * Servers run the functions below.
 * Both produce the same id for a text.
 */
import type { TextLocale } from './locales.ts'

/** A value such as a number, written in the reader's language. */
export type LocalizedValue = (locale: TextLocale, translate: Translator) => string
/**
 * A value in a message.
 * A nested message is a whole sentence or a translated name.
 */
export type MessageValue = string | number | LocalizedValue | Message

/** A message in English, in ICU syntax, with its values. */
export interface Message {
  message: string
  values?: Record<string, MessageValue>
}

/** Renders a message in one language. */
export type Translator = (message: Message) => string

/** An object with a value under the name that the message uses, such as `{ zone }`. */
type Named<V> = Record<string, V>

/** Texts for a number's plural categories; `#` stands for the number. */
interface Forms {
  zero?: string
  one?: string
  two?: string
  few?: string
  many?: string
  other: string
}

class Choice {
  readonly name: string
  readonly value: number
  readonly icu: string

  constructor(name: string, value: number, icu: string) {
    this.name = name
    this.value = value
    this.icu = icu
  }
}

function onlyEntry<V>(named: Named<V>): [name: string, value: V] {
  const [entry, ...others] = Object.entries(named)
  if (!entry || others.length > 0) throw new TypeError('A value of a message needs exactly one name.')
  return entry
}

/** Chooses a text by the plural form of a number: plural({ reports }, { one: '# report', other: '# reports' }). */
export function plural(named: Named<number>, forms: Forms): Choice {
  const [name, value] = onlyEntry(named)
  const cases = Object.entries(forms).map(([form, text]) => `${form} {${text}}`)
  return new Choice(name, value, `{${name}, plural, ${cases.join(' ')}}`)
}

/** Returns a message from a template, such as msg`The truck for ${{ zone }} is on its way.` */
export function msg(texts: TemplateStringsArray, ...parts: (Named<MessageValue> | Choice)[]): Message {
  if (parts.length === 0) return { message: texts[0] ?? '' }
  const values: [name: string, value: MessageValue][] = []
  let message = texts[0] ?? ''
  parts.forEach((part, index) => {
    const [name, value, icu] = part instanceof Choice ? [part.name, part.value, part.icu] : named(part)
    values.push([name, value])
    message += icu + (texts[index + 1] ?? '')
  })
  return { message, values: Object.fromEntries(values) }
}

function named(part: Named<MessageValue>): [name: string, value: MessageValue, icu: string] {
  const [name, value] = onlyEntry(part)
  return [name, value, `{${name}}`]
}
