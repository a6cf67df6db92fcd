/**
 * Queries a language model about pictures.
 * Answers must match a schema.
 * An invalid answer is sent back to the model once, with the reason.
 */
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { parseJson } from '../read-answer.ts'
import {
  type ChatMessage,
  completeChat,
  ModelCallFailed,
  type ModelEndpoint,
  type ModelReply,
  redactApiKey,
} from './chat-completion.ts'

interface PictureQuestion<S extends z.ZodType> {
  /** `system` is the system prompt, `text` the question. */
  system: string
  text: string
  /** JPEG bytes. */
  picture: Uint8Array
  shape: S
}

interface ModelAnswer<T> {
  answer: T
  /** Model that answered: the name from the settings, and the version that the endpoint reported. */
  model: string
  version: string
  /** Tokens, cost and number of all calls that this answer needed. */
  usage: Pick<ModelReply, 'promptTokens' | 'answerTokens' | 'usd' | 'calls'>
}

export interface LanguageModel {
  /**
   * Asks the language model a question.
   * Throws ModelCallFailed, whose message is a sentence for the user.
   */
  ask<S extends z.ZodType>(question: PictureQuestion<S>): Promise<ModelAnswer<z.output<S>>>
}

interface Settings {
  LLM_BASE_URL?: string | undefined
  LLM_API_KEY?: string | undefined
  LLM_MODEL?: string | undefined
}

/**
 * Creates a client for the configured language model.
 * Returns undefined if no model is configured.
 */
export function openLanguageModel({ LLM_BASE_URL, LLM_API_KEY, LLM_MODEL }: Settings): LanguageModel | undefined {
  if (!LLM_BASE_URL || !LLM_MODEL) return undefined
  return createLanguageModel({ baseUrl: LLM_BASE_URL, apiKey: LLM_API_KEY, model: LLM_MODEL })
}

/** Characters of an invalid answer that are sent back to the model. */
const REPEATED_ANSWER_LIMIT = 10_000

const WRONG_FORMAT =
  msg`The language model answered in the wrong format. Please try again, or use the built-in detector (yolo).`.message

export function createLanguageModel(endpoint: ModelEndpoint): LanguageModel {
  return {
    async ask({ system, text, picture, shape }) {
      const url = `data:image/jpeg;base64,${Buffer.from(picture).toString('base64')}`
      const asked: ChatMessage[] = [
        { role: 'system', content: system },
        {
          role: 'user',
          content: [
            { type: 'text', text },
            { type: 'image_url', image_url: { url } },
          ],
        },
      ]
      const format = { type: 'json_schema', json_schema: { name: 'answer', schema: z.toJSONSchema(shape) } }
      const first = await completeChat(endpoint, asked, format)
      const fits = parseAnswer(first.text, shape)
      if ('answer' in fits) return { answer: fits.answer, ...sumUsage(endpoint, [first]) }
      const sentBack: ChatMessage[] = [
        ...asked,
        { role: 'assistant', content: first.text.slice(0, REPEATED_ANSWER_LIMIT) },
        {
          role: 'user',
          content: `That is not the shape that was asked for: ${fits.wrong}. Answer with that JSON alone.`,
        },
      ]
      const second = await completeChat(endpoint, sentBack, format)
      const repaired = parseAnswer(second.text, shape)
      if ('answer' in repaired) return { answer: repaired.answer, ...sumUsage(endpoint, [first, second]) }
      throw new ModelCallFailed(WRONG_FORMAT, { cause: new Error(redactApiKey(repaired.wrong, endpoint.apiKey)) })
    },
  }
}

/**
 * Returns the JSON in a language model's answer, or the reason why it is invalid.
 * Ignores other text and a code fence around the JSON.
 */
function parseAnswer<S extends z.ZodType>(text: string, shape: S): { answer: z.output<S> } | { wrong: string } {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  const value = parseJson(json)
  if (value === undefined) return { wrong: 'it is not JSON' }
  const parsed = shape.safeParse(value)
  return parsed.success ? { answer: parsed.data } : { wrong: z.prettifyError(parsed.error).slice(0, 1_000) }
}

function sumUsage({ model }: ModelEndpoint, said: readonly ModelReply[]): Omit<ModelAnswer<never>, 'answer'> {
  const sum = (of: (one: ModelReply) => number) => said.reduce((total, one) => total + of(one), 0)
  const usd = said.every((one) => one.usd !== undefined) && { usd: sum((one) => one.usd ?? 0) }
  return {
    model,
    version: said.at(-1)?.model ?? model,
    usage: {
      promptTokens: sum((one) => one.promptTokens),
      answerTokens: sum((one) => one.answerTokens),
      calls: sum((one) => one.calls),
      ...usd,
    },
  }
}
