/** Calls an OpenAI-compatible endpoint and retries temporary failures with growing pauses. */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { msg } from '#contract/languages/message.ts'
import { createLineSchema } from '#contract/text.ts'
import { AnswerTooLarge, parseJson, readLimitedText } from '../read-answer.ts'

/** Thrown if the model gave no answer, with a message for the user. */
export class ModelCallFailed extends Error {}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string | readonly Part[]
}
type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } }

/** Address and time limits of a model. */
export interface ModelEndpoint {
  /** URL of the language model's API, such as https://api.example.com/v1 */
  baseUrl: string
  apiKey?: string | undefined
  model: string
  /** Time limit of one call, in ms; 30 s by default. */
  timeoutMs?: number
  /**
   * Pause before the second attempt, in ms; 1 s by default.
   * The pause doubles before each further attempt.
   */
  pauseMs?: number
}

/**
 * Token count in the model's answer.
 * An invalid count becomes 0, so that the answer stays usable.
 */
const tokens = z.int().min(0).max(1e9).catch(0)
/** Longest name of a model, in characters; events contain it. */
const NAME_LENGTH = 200
const Completion = z.object({
  model: createLineSchema(NAME_LENGTH).min(1).optional().catch(undefined),
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z
    .object({
      prompt_tokens: tokens,
      completion_tokens: tokens,
      cost: z.number().min(0).max(1e6).optional().catch(undefined),
    })
    .partial()
    .optional()
    .catch(undefined),
})

export interface ModelReply {
  text: string
  /** Model version that answered, as the endpoint names it. */
  model: string
  promptTokens: number
  answerTokens: number
  /** Cost in US dollars, if the endpoint reports it. */
  usd?: number
  calls: number
}

const TRIES = 3
const TIMEOUT_MS = 30_000
const PAUSE_MS = 1_000
/**
 * Longest pause in ms.
 * If the endpoint asks for more, there is no retry.
 */
const LONGEST_PAUSE_MS = 10_000

const REFUSED: Readonly<Record<number, string>> = {
  400: msg`The language model rejected the request. Its endpoint may not support pictures.`.message,
  401: msg`The language model refused the key: check LLM_API_KEY.`.message,
  403: msg`The language model refused the key: check LLM_API_KEY.`.message,
  404: msg`There is no such language model: check LLM_BASE_URL and LLM_MODEL.`.message,
}
const RETRY_ADVICE = 'Please try again, or use the built-in detector (yolo).'

/**
 * Result of a try: the answer, or the failure's reason.
 * `againMs` is the pause before a retry, if it may help.
 */
type AttemptResult = { said: Omit<ModelReply, 'calls'> } | { why: string; againMs?: number; cause?: unknown }

export async function completeChat(
  endpoint: ModelEndpoint,
  messages: readonly ChatMessage[],
  format: object,
): Promise<ModelReply> {
  for (let calls = 1; ; calls++) {
    const tried = await attemptCompletion(endpoint, messages, format, calls)
    if ('said' in tried) return { ...tried.said, calls }
    const { why, againMs, cause } = tried
    if (againMs === undefined || againMs > LONGEST_PAUSE_MS || calls === TRIES)
      throw new ModelCallFailed(why, { cause })
    await pause(againMs)
  }
}

async function attemptCompletion(
  { baseUrl, apiKey, model, timeoutMs = TIMEOUT_MS, pauseMs = PAUSE_MS }: ModelEndpoint,
  messages: readonly ChatMessage[],
  format: object,
  calls: number,
): Promise<AttemptResult> {
  const againMs = pauseMs * 2 ** (calls - 1)
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Encoding': 'identity',
        ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, messages, temperature: 0, max_tokens: 2_000, response_format: format }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readLimitedText(response)
    const cause = new Error(`${response.status}: ${redactApiKey(text, apiKey).slice(0, 500)}`)
    if (response.ok) return saidIn(text, model, cause)
    return refused(response.status, cause, Number(response.headers.get('Retry-After')) * 1_000, againMs)
  } catch (error) {
    // Does not retry, because the model's next answer would be as large.
    if (error instanceof AnswerTooLarge)
      return { why: `The language model answered with too much text. ${RETRY_ADVICE}`, cause: error }
    const why = (error as Error).name === 'TimeoutError' ? 'did not answer in time' : 'could not be reached'
    const text = String(error)
    const safe = redactApiKey(text, apiKey)
    return {
      why: `The language model ${why}. ${RETRY_ADVICE}`,
      againMs,
      cause: safe === text ? error : new Error(safe),
    }
  }
}

/**
 * Removes the API key from a text.
 * Failures are logged, and an endpoint's error may repeat the key.
 */
export const redactApiKey = (text: string, apiKey: string | undefined) =>
  apiKey ? text.replaceAll(apiKey, '[LLM_API_KEY]') : text

function refused(status: number, cause: Error, wantedMs: number, againMs: number): AttemptResult {
  if (status === 429)
    return {
      why: `The language model is overloaded. ${RETRY_ADVICE}`,
      againMs: Math.max(wantedMs || 0, againMs),
      cause,
    }
  if (status >= 500) return { why: `The language model failed. ${RETRY_ADVICE}`, againMs, cause }
  return { why: REFUSED[status] ?? `The language model rejected the request. ${RETRY_ADVICE}`, cause }
}

function saidIn(text: string, asked: string, cause: Error): AttemptResult {
  const parsed = Completion.safeParse(parseJson(text))
  if (!parsed.success) return { why: `The answer of the language model can't be read. ${RETRY_ADVICE}`, cause }
  const { model = asked, choices, usage = {} } = parsed.data
  const { prompt_tokens: promptTokens = 0, completion_tokens: answerTokens = 0, cost: usd } = usage
  return {
    said: {
      text: choices[0]?.message.content ?? '',
      model,
      promptTokens,
      answerTokens,
      ...(usd !== undefined && { usd }),
    },
  }
}
