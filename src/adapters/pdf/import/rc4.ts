/** The cipher of old PDFs; nothing of Lettershop's own is encrypted with it. */
export const rc4 = (key: Uint8Array, data: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number) => {
    const held = state[a]!
    state[a] = state[b]!
    state[b] = held
  }
  for (let at = 0, other = 0; at < 256; at++) {
    other = (other + state[at]! + key[at % key.length]!) & 255
    swap(at, other)
  }
  const out = new Uint8Array(data.length)
  for (let index = 0, at = 0, other = 0; index < data.length; index++) {
    at = (at + 1) & 255
    other = (other + state[at]!) & 255
    swap(at, other)
    out[index] = data[index]! ^ state[(state[at]! + state[other]!) & 255]!
  }
  return out
}
