/** uploads: the memory that 50 photos of phones take which are sent at once, beside what the server takes at rest. */
import { setTimeout as pause } from 'node:timers/promises'
import { litter } from '#platform/testing/picture-files.ts'
import { openHere, registerMany } from './arrange.ts'
import { inFolder, percentile, round, say } from './measure.ts'
import { memoryOf, mostMemory } from './memory.ts'
import { spawnServer } from './server.ts'

const UPLOADS = 50
/** Of one sender no more are received at once. */
const OF_ONE = 2
/** Other photos than these would be decoded no otherwise. */
const PHOTOS = 5
/** 12 megapixels, as phones take them. */
const [WIDTH, HEIGHT] = [4_000, 3_000]
/** What else a start does is done by then; what decodes goes again when there was nothing for it in 10 s. */
const SETTLE_MS = 15_000
const AGAIN_MS = 500

/** Sends it until it finds a place; how long that took in all, in ms. */
async function send(url: string, token: string, photo: Buffer): Promise<number> {
  const began = performance.now()
  for (;;) {
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(photo)]), 'photo.jpg')
    const headers = { Authorization: `Bearer ${token}` }
    const response = await fetch(`${url}/api/auth/pictures`, { method: 'POST', headers, body: form })
    const answer = await response.text()
    if (response.ok) return performance.now() - began
    if (response.status !== 429) throw new Error(answer)
    await pause(AGAIN_MS)
  }
}

export default () =>
  inFolder(async (folder) => {
    const { kernel, close } = await openHere(folder)
    const senders = await registerMany(kernel, 'recycler', UPLOADS / OF_ONE)
    await close()
    say('making photos')
    const photos: Buffer[] = []
    while (photos.length < PHOTOS) photos.push(await litter(WIDTH - photos.length, HEIGHT))
    const server = await spawnServer(folder).ready
    try {
      await pause(SETTLE_MS)
      // The first of all has libraries loaded that stay.
      await send(server.url, senders[0]?.token ?? '', photos[0] as Buffer)
      await pause(SETTLE_MS)
      const pid = server.child.pid ?? 0
      const rest = memoryOf(pid)
      const rounds: { most: number; times: number[] }[] = []
      for (let round = 0; round < 2; round += 1) {
        const times: number[] = []
        const most = await mostMemory(pid, async () => {
          const sent = Array.from({ length: UPLOADS }, (_, n) =>
            send(server.url, senders[n % senders.length]?.token ?? '', photos[n % PHOTOS] as Buffer),
          )
          times.push(...(await Promise.all(sent)))
        })
        rounds.push({ most, times })
        await pause(SETTLE_MS)
      }
      return {
        photo_mb: round((photos[0]?.length ?? 0) / 1_000_000),
        at_rest_mb: round(rest, 0),
        extra_mb: rounds.map(({ most }) => round(most - rest, 0)).join(' '),
        answered_p50_ms: round(
          percentile(
            rounds.flatMap(({ times }) => times),
            0.5,
          ),
          0,
        ),
        answered_max_ms: round(Math.max(...rounds.flatMap(({ times }) => times)), 0),
      }
    } finally {
      await server.stop()
    }
  })
