/**
 * inference: time of the built-in waste detector for one photo, and to load.
 * Load: a generated photo of 1024 × 768 with three rectangles, 15 times in turn.
 * It runs on one thread of WebAssembly, without JPEG decoding.
 * Figures: finding boxes, and materials of one and of three boxes.
 * Each has wall-clock and processor time.
 * Reproduce: `npm run bench -- inference` on an otherwise idle machine.
 */
import path from 'node:path'
import { openDetector } from '#ml/waste-detector/detector.ts'
import { percentile, round } from './measure.ts'

const WEIGHTS = path.join(import.meta.dirname, '../../ml/waste-detector/weights')
const PHOTOS = 15
const [WIDTH, HEIGHT] = [1024, 768]
const BOXES = [0.05, 0.35, 0.65].map((x0) => ({ x0, y0: 0.3, x1: x0 + 0.25, y1: 0.7 }))

/** Generated photo: soft stripes, and rectangles in other colours. */
const photo = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, index) => {
  const [x, y] = [Math.floor(index / 3) % WIDTH, Math.floor(index / 3 / WIDTH)]
  const inside = BOXES.some(
    (box) => x > box.x0 * WIDTH && x < box.x1 * WIDTH && y > box.y0 * HEIGHT && y < box.y1 * HEIGHT,
  )
  return inside ? 40 + 60 * (index % 3) : 128 + 60 * Math.sin(x / 40) + 40 * Math.cos(y / 25)
})

export default async function inference() {
  const began = performance.now()
  const detector = await openDetector(WEIGHTS)
  const opened = performance.now() - began
  detector.materialsOf(photo, WIDTH, HEIGHT, BOXES)
  const first = performance.now() - began
  const timed = (work: () => unknown) => {
    const [times, computing]: [number[], number[]] = [[], []]
    for (let photoNumber = 0; photoNumber < PHOTOS; photoNumber++) {
      const [start, used] = [performance.now(), process.cpuUsage()]
      work()
      times.push(performance.now() - start)
      const { user, system } = process.cpuUsage(used)
      computing.push((user + system) / 1000)
    }
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), cpu: percentile(computing, 0.5) }
  }
  const find = timed(() => detector.find(photo, WIDTH, HEIGHT))
  const one = timed(() => detector.materialsOf(photo, WIDTH, HEIGHT, BOXES.slice(0, 1)))
  const three = timed(() => detector.materialsOf(photo, WIDTH, HEIGHT, BOXES))
  return {
    backend: detector.backend,
    photos: PHOTOS,
    ready_ms: round(opened),
    first_analysis_ms: round(first),
    boxes_only_ms_p50: find.p50,
    boxes_only_cpu_ms_p50: find.cpu,
    one_box_ms_p50: one.p50,
    one_box_cpu_ms_p50: one.cpu,
    three_boxes_ms_p50: three.p50,
    three_boxes_cpu_ms_p50: three.cpu,
    three_boxes_ms_p99: three.p99,
  }
}
