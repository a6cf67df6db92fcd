/** A process that sends photos to the waste detector, several at a time and each once, until it is stopped. */
import { setPriority } from 'node:os'
import { analyse } from './analyse.ts'

/** What the parent asks for; the answer to 'stop' is `Looked`, once those under way are done. */
export interface LookAtPhotos {
  url: string
  token: string
  /** JPEGs. */
  files: string[]
  atOnce: number
}

/** How long each took from the call to its answer, in ms. */
export interface Looked {
  times: number[]
}

process.once('message', (asked: LookAtPhotos) => {
  // Who photographs sits at a machine of their own: here they get only what the server and the boards leave.
  setPriority(19)
  const looked: Looked = { times: [] }
  const files = [...asked.files]
  let stopped = false
  const one = async () => {
    for (let file = files.pop(); file && !stopped; file = files.pop()) looked.times.push(await analyse(asked, file))
  }
  const all = Promise.all(Array.from({ length: asked.atOnce }, one))
  process.once('message', async () => {
    stopped = true
    await all
    process.send?.(looked)
  })
})
process.once('disconnect', () => process.exit(0))
