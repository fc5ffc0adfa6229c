import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { slidesQuery } from '#/api/queries';
import { FormError, type FormProblem } from './form-error';
import './auth.css';

interface AuthFrameProps {
  title: string;
  /** The sentence on the picture, and what it means. */
  slogan: ReactNode;
  pitch: ReactNode;
  /** What is wrong with the whole form. */
  error?: FormProblem | undefined;
  children: ReactNode;
}

/** A form beside a picture of the channel. */
export function AuthFrame({ title, slogan, pitch, error, children }: AuthFrameProps) {
  const slide = useQuery(slidesQuery('main')).data?.find((candidate) => candidate.image);
  return (
    <div className="login">
      <div className="login__art">
        {slide && <img src={slide.image} srcSet={slide.image_srcset || undefined} sizes="60vw" alt="" />}
        <p className="d">{slogan}</p>
        {pitch !== undefined && <p>{pitch}</p>}
      </div>
      <div className="login__f">
        <div className="stack">
          <div>
            <h1>{title}</h1>
            <FormError problem={error} />
          </div>
          {children}
        </div>
      </div>
    </div>
  );
}
