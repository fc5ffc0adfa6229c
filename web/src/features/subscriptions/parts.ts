import type { ReactNode } from 'react';

export interface CardPickerProps {
  title: string;
  action: string;
  /** What is open, in minor units; 0 where the card is only kept. */
  amount: number;
  currency: string;
  onCard: (paymentMethod: string) => Promise<void>;
  onClose: () => void;
}

/** How the bank's question about a payment is opened. */
export interface BankQuestion {
  secret: string;
  key: string;
  test: boolean;
}

export interface BankProps {
  question: BankQuestion;
  /** The bank has its answer, or the question was left. */
  onAnswer: () => void;
}

/** What is of another feature, put in by the route file. */
export interface CardParts {
  /** Lets a card be chosen. */
  Picker: (props: CardPickerProps) => ReactNode;
  /** Asks a card's bank. */
  Bank: (props: BankProps) => ReactNode;
}
