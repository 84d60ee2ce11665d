import { expect, test } from 'vitest'
import { columns } from './parts/graph'
import type { RunStep } from './api'
import { ago, countdown, money, percent, readable, short, span, titled } from './words'

test('money keeps the digits that matter', () => {
  expect(money(12_500_000)).toBe('$12.50')
  expect(money(4_200)).toBe('$0.00420')
  expect(money(-1_000_000)).toBe('−$1.00')
  expect(money(0)).toBe('$0')
  expect(money(null)).toBe('–')
})

test('a countdown keeps its tenths below a minute and changes when a second is over', () => {
  expect(countdown(3.14)).toBe('3.1')
  expect(countdown(59.96)).toBe('60.0')
  expect(countdown(61)).toBe('1:01')
  expect(countdown(178.2)).toBe('2:59')
})

test('times and rates are read at a glance', () => {
  expect(span(900)).toBe('900 ms')
  expect(span(1500)).toBe('1.5 s')
  expect(span(125_000)).toBe('2 min 5 s')
  expect(percent(0.5)).toBe('50 %')
  expect(percent(null)).toBe('–')
  expect(ago('2026-01-31T12:00:00Z', Date.parse('2026-01-31T12:03:00Z'))).toBe('3 min ago')
})

test('long ids keep their ends', () => {
  expect(short('0123456789abcdefghijklmnopqrstuvwxyz')).toBe('0123456789abcd…uvwxyz')
  expect(short('brief')).toBe('brief')
})

const step = (id: string, needs?: string[]) => ({ id, needs, status: 'open' }) as RunStep

test('a step stands right of everything it needs, and a circle does not hang', () => {
  expect([...columns([step('a', []), step('b', ['a']), step('c', ['a', 'b'])])]).toEqual([['a', 0], ['b', 1], ['c', 2]])
  expect([...columns([step('a'), step('b')])]).toEqual([['a', 0], ['b', 1]])
  expect(columns([step('a', ['b']), step('b', ['a'])]).size).toBe(2)
})

test('what is taken out of stored messages and prompts is not shown as marks', () => {
  expect(readable('<n> overloaded_error: Overloaded')).toBe('overloaded_error: Overloaded')
  expect(readable('cannot read <path>')).toBe('cannot read …')
  expect(titled('Mend the parser in file <n>')).toBe('Mend the parser in file …')
})
