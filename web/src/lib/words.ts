import type { Messages } from '@lingui/core';
import { usualWords, type Words } from './usual-words.ts';

/** A compiled message: texts and placeholders, the latter with a format and, where that is a choice, its branches. */
type Message = string | Part[];
type Part = string | [name: string, format?: string | undefined, branches?: string | Record<string, Message>];

/**
 * Messages as a channel says them: of each choice by one of its words, `{event, select, fight {…} other {…}}`, only the
 * branch that it chose is left. Other choices (of a number, of what a component hands over) stay open.
 */
export function inWords(messages: Messages, words: Words): Messages {
  return each(messages, (message) => choose(message as Message, words)) as Messages;
}

/** Whether a message says one thing in one channel and another in the next. */
export function dependsOnWords(message: Messages[string]): boolean {
  return typeof message !== 'string' && (message as Part[]).some(isOpen);
}

function isOpen(part: Part): boolean {
  if (typeof part === 'string') return false;
  const [name, format, branches] = part;
  if (format === 'select' && name in usualWords) return true;
  return typeof branches === 'object' && Object.values(branches).some((b) => Array.isArray(b) && b.some(isOpen));
}

function choose(message: Message, words: Words): Message {
  if (!Array.isArray(message)) return message; // one text, or the offset of a plural
  return message.flatMap((part): Message => {
    if (typeof part === 'string') return part;
    const [name, format, branches] = part;
    if (typeof branches !== 'object') return [part];
    if (format === 'select' && name in words) {
      return choose(branches[words[name as keyof Words]] ?? branches.other ?? '', words);
    }
    return [[name, format, each(branches, (branch) => choose(branch, words))]];
  });
}

function each<T, R>(of: Record<string, T>, make: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(of).map(([key, value]) => [key, make(value)]));
}
