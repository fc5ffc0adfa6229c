package blob

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// amazon is where buckets are when the address names no endpoint.
const amazon = "https://s3.amazonaws.com"

// answerWithin is how long a service may take until the first byte of a value comes, with
// all that is tried again meanwhile: somebody waits for it in front of a player.
const answerWithin = 5 * time.Second

// errNoAnswer is a time-out in the words of the network, as the others are.
var errNoAnswer = fmt.Errorf("no answer within %s: %w", answerWithin, os.ErrDeadlineExceeded)

// bucket keeps values as objects of one bucket.
type bucket struct {
	core minio.Core
	name string
}

// openS3 opens "s3://bucket" with the query parameters
//
//	endpoint        scheme and host of the service (default: Amazon's)
//	region          the bucket's region (default: asked from the service)
//	use_path_style  true where the bucket stands in the path instead of the host's name
//
// Credentials come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, else from the
// shared credentials file, else from the machine's role.
func openS3(ctx context.Context, dsn string) (*bucket, error) {
	address, err := url.Parse(dsn)
	if err != nil {
		return nil, err
	}
	endpoint, options, err := s3Options(address.Query())
	if err != nil {
		return nil, err
	}
	client, err := minio.New(endpoint, options)
	if err != nil {
		return nil, err
	}
	if address.Host == "" || (address.Path != "" && address.Path != "/") {
		return nil, errors.New("the address must be s3://bucket?region=…")
	}
	return &bucket{core: minio.Core{Client: client}, name: address.Host}, ctx.Err()
}

func s3Options(query url.Values) (endpoint string, options *minio.Options, err error) {
	service := amazon
	options = &minio.Options{Creds: credentials.NewChainCredentials([]credentials.Provider{
		&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
	})}
	for name := range query {
		value := query.Get(name)
		switch name {
		case "endpoint":
			service = value
		case "region":
			options.Region = value
		case "use_path_style":
			pathStyle, err := strconv.ParseBool(value)
			if err != nil {
				return "", nil, fmt.Errorf("use_path_style is true or false, not %q", value)
			}
			if pathStyle {
				options.BucketLookup = minio.BucketLookupPath
			}
		default:
			return "", nil, fmt.Errorf("unknown parameter %q: endpoint, region and use_path_style are known", name)
		}
	}
	at, err := url.Parse(service)
	if err != nil || at.Host == "" || (at.Scheme != "http" && at.Scheme != "https") {
		return "", nil, fmt.Errorf("endpoint is scheme and host, as in https://s3.example.org, not %q", service)
	}
	options.Secure = at.Scheme == "https"
	return at.Host, options, nil
}

func (b *bucket) close() error { return nil }

// ping asks for the first key of the bucket. Recordings, clips and uploads are removed by listing their files. Without the
// right to list, a service also answers 403 instead of 404 for a key that is not there.
func (b *bucket) ping(ctx context.Context) error {
	for object := range b.core.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Recursive: true, MaxKeys: 1}) {
		switch minio.ToErrorResponse(object.Err).Code {
		case minio.NoSuchBucket:
			return fmt.Errorf("no bucket %q", b.name)
		case minio.AccessDenied:
			return fmt.Errorf("%w: %w", ErrNoListing, object.Err)
		}
		return object.Err
	}
	return nil
}

func (b *bucket) write(ctx context.Context, key string, value io.Reader, size int64, contentType string) error {
	_, err := b.core.Client.PutObject(ctx, b.name, key, value, size, minio.PutObjectOptions{
		ContentType:      contentType,
		DisableMultipart: true, // a segment is one request, and there whole or not at all
	})
	return err
}

func (b *bucket) read(ctx context.Context, key string, offset, length int64) (io.ReadCloser, error) {
	var options minio.GetObjectOptions
	if offset > 0 || length > 0 {
		last := offset + length - 1
		if length == 0 {
			last = 0 // to the end
		}
		if err := options.SetRange(offset, last); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	late := time.AfterFunc(answerWithin, func() { cancel(errNoAnswer) })
	r, _, _, err := b.core.GetObject(ctx, b.name, key, options)
	late.Stop()
	if err != nil {
		err = cmp.Or(context.Cause(ctx), missing(err))
		cancel(nil)
		return nil, err
	}
	return &answer{r, cancel}, nil
}

// answer is a value as it comes, and ends what was begun for it.
type answer struct {
	io.ReadCloser

	cancel context.CancelCauseFunc
}

// Close is part of io.Closer.
func (a *answer) Close() error {
	a.cancel(nil)
	return a.ReadCloser.Close()
}

func (b *bucket) attributes(ctx context.Context, key string) (Attributes, error) {
	object, err := b.core.StatObject(ctx, b.name, key, minio.StatObjectOptions{})
	if err != nil {
		return Attributes{}, missing(err)
	}
	return Attributes{Key: key, Size: object.Size, ModTime: object.LastModified}, nil
}

func (b *bucket) remove(ctx context.Context, key string) error {
	return missing(b.core.RemoveObject(ctx, b.name, key, minio.RemoveObjectOptions{}))
}

func (b *bucket) list(ctx context.Context, prefix string) iter.Seq2[Attributes, error] {
	return func(yield func(Attributes, error) bool) {
		for object := range b.core.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: prefix, Recursive: true}) {
			if object.Err != nil {
				yield(Attributes{}, object.Err)
				return
			}
			if !yield(Attributes{Key: object.Key, Size: object.Size, ModTime: object.LastModified}, nil) {
				return
			}
		}
	}
}

// missing turns S3's answer for an object that is not there into ErrNotFound.
func missing(err error) error {
	if answer := minio.ToErrorResponse(err); answer.StatusCode == http.StatusNotFound && answer.Code != minio.NoSuchBucket {
		return ErrNotFound
	}
	return err
}
