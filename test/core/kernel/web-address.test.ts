import { expect, test } from 'vitest'
import { hasUserInformation } from '../../../src/core/kernel/network.ts'

test.each([
  'https://good@evil.example',
  'https://good.example:secret@evil.example/path',
  'https://@evil.example',
  'https://:@evil.example',
  'HTTPS://good@evil.example',
  'https:\\\\good@evil.example',
  'https:///good@evil.example',
  'https://go\nod@evil.example',
  ' https://good@evil.example',
  'ipp://good\\@evil.example/queue',
  'ipps://good.example%2f@evil.example/queue',
  'https:good@evil.example',
])('%j has user information before its host', (address) => {
  expect(hasUserInformation(address)).toBe(true)
})

test.each([
  'https://good.example',
  'https://good.example/@handle',
  'https://good.example/path?mail=zoe@example.org',
  'https://good.example#zoe@example.org',
  'https://good.example?zoe@example.org',
  'https://good.example\\@path',
  'mailto:zoe@example.org',
  'otpauth://totp/Shop:zoe@example.org?secret=A',
  'no address @ all',
  '',
])('%j has no user information', (address) => {
  expect(hasUserInformation(address)).toBe(false)
})
