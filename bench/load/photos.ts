/** Sends photos to the waste detector, several at a time and each once, until stopped. */
import { setPriority } from 'node:os'
import { analyse } from './analyse.ts'

/** Request of the parent; 'stop' is answered with `Looked` after pending photos. */
export interface LookAtPhotos {
  url: string
  token: string
  files: string[]
  atOnce: number
}

/** Milliseconds from call to answer, by photo. */
export interface Looked {
  times: number[]
}

process.once('message', (asked: LookAtPhotos) => {
  // Lowest priority simulates clients on other machines.
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
