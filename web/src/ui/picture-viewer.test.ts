/** Tests that zooming keeps the point under the pointer in place and the picture within the window. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  dragZoom,
  FITTED_ZOOM,
  MAX_ZOOM_SCALE,
  panZoom,
  type ViewerPoint,
  type ZoomState,
  zoomAt,
} from './picture-viewer.tsx'

const size = { x: 400, y: 300 }
/**
 * Returns which point of the picture is shown at a point of the window.
 * Coordinates are in px from the centre.
 */
const under = ({ scale, x, y }: ZoomState, at: ViewerPoint) => ({ x: (at.x - x) / scale, y: (at.y - y) / scale })

it('keeps the spot under the hand', () => {
  const at = { x: 100, y: -50 }
  const zoomed = zoomAt(FITTED_ZOOM, 2, at, size)
  expect(zoomed).toEqual({ scale: 2, x: -100, y: 50 })
  expect(under(zoomed, at)).toEqual(under(FITTED_ZOOM, at))
})

it('follows two fingers', () => {
  const from = [
    { x: -50, y: 0 },
    { x: 50, y: 0 },
  ]
  const to = [
    { x: -80, y: 10 },
    { x: 120, y: 10 },
  ]
  const zoomed = dragZoom(FITTED_ZOOM, from, to, size)
  expect(zoomed.scale).toBe(2)
  // The zoom cannot go below the size that shows the full picture, so nothing changes.
  expect(zoomAt(zoomed, 1, { x: 0, y: 0 }, size)).toEqual(zoomed)
})

it('moves nothing that fits, and comes back to how it fitted', () => {
  expect(panZoom(FITTED_ZOOM, { x: 30, y: 30 }, size)).toEqual(FITTED_ZOOM)
  expect(zoomAt(zoomAt(FITTED_ZOOM, 3, { x: 150, y: 90 }, size), 1 / 3, { x: -9, y: 9 }, size)).toMatchObject({
    scale: 1,
  })
})

it('never leaves the window empty, whatever a hand does', () => {
  const point = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -150, max: 150 }) })
  const step = fc.oneof(
    fc.tuple(fc.double({ min: 0.1, max: 10, noNaN: true }), point).map(
      ([factor, at]) =>
        (z: ZoomState) =>
          zoomAt(z, factor, at, size),
    ),
    point.map((by) => (z: ZoomState) => panZoom(z, by, size)),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const { scale, x, y } = steps.reduce((zoom, step) => step(zoom), FITTED_ZOOM)
      expect(scale).toBeGreaterThanOrEqual(1)
      expect(scale).toBeLessThanOrEqual(MAX_ZOOM_SCALE)
      expect(Math.abs(x)).toBeLessThanOrEqual((size.x * (scale - 1)) / 2 + 1e-9)
      expect(Math.abs(y)).toBeLessThanOrEqual((size.y * (scale - 1)) / 2 + 1e-9)
    }),
  )
})
