/** Tests that a checkpoint can be verified only with its signer's key, and no longer after a change. */
import { expect, it } from 'vitest'
import { createSigner, openCheckpoint, signCheckpointNote, verifySignedNote } from './note.ts'

const seed = Buffer.alloc(32, 7)
const signer = createSigner('wastesense.example', seed)
const checkpoint = { origin: 'wastesense.example/log', size: 42, root: Buffer.alloc(32, 1) }
const note = signCheckpointNote(checkpoint, [signer])

it('is written as C2SP says', () => {
  expect(note.split('\n').slice(0, 4)).toEqual([
    'wastesense.example/log',
    '42',
    Buffer.alloc(32, 1).toString('base64'),
    '',
  ])
  expect(note).toMatch(/^— wastesense\.example [A-Za-z0-9+/]+=*\n$/m)
  expect(note.endsWith('\n')).toBe(true)
})

it('is opened by its key, and by no other', () => {
  expect(openCheckpoint(note, signer.verifierKey)).toEqual(checkpoint)
  expect(openCheckpoint(note, createSigner('wastesense.example', Buffer.alloc(32, 8)).verifierKey)).toBeUndefined()
  expect(openCheckpoint(note, 'nonsense')).toBeUndefined()
})

it('is not opened once anything in it has changed', () => {
  for (const [before, after] of [
    ['42', '43'],
    ['/log', '/lag'],
    [checkpoint.root.toString('base64'), Buffer.alloc(32, 2).toString('base64')],
  ] as const)
    expect(openCheckpoint(note.replace(before, after), signer.verifierKey)).toBeUndefined()
})

it('is opened by the old key and the new one where both have signed', () => {
  const next = createSigner('wastesense.example', Buffer.alloc(32, 9))
  const both = signCheckpointNote(checkpoint, [next, signer])
  for (const { verifierKey } of [signer, next]) expect(openCheckpoint(both, verifierKey)).toEqual(checkpoint)
})

it('opens an example of C2SP’s own', () => {
  // This signed note is an example of Go's package sumdb/note:
  // https://pkg.go.dev/golang.org/x/mod/sumdb/note#example-Open
  const key = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  const text =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
  expect(verifySignedNote(text, key)).toContain('cryptography')
  expect(verifySignedNote(text.replace('answer', 'Answer'), key)).toBeUndefined()
})
