/** Accepted photo files, and the error for others. */
import { expect, it } from 'vitest'
import { photoError, photoIn } from './photo-file.ts'

const MB = 1024 * 1024
const file = (name: string, type: string) => new File(['x'], name, { type })

it.each([
  [{ type: 'image/jpeg', size: MB }, undefined],
  [{ type: 'image/heic', size: MB }, undefined],
  [{ type: 'application/pdf', size: MB }, 'Please select an image file.'],
  [{ type: '', size: MB }, 'Please select an image file.'],
  [{ type: 'image/png', size: 0 }, 'This file is empty. Please select another one.'],
  [{ type: 'image/png', size: 10 * MB + 1 }, 'This photo is larger than 10 MB. Please select a smaller one.'],
])('%o: %s', (of, why) => expect(photoError(of)).toBe(why))

it('finds the image among what was dropped', () => {
  const [text, image] = [file('a.txt', 'text/plain'), file('a.png', 'image/png')]
  const dropped = (...files: File[]) => ({ files: files as unknown as FileList })
  expect(photoIn(dropped(text, image))).toBe(image)
  expect(photoIn(dropped(text))).toBe(text)
  expect(photoIn(null)).toBeUndefined()
})
