package blob

import (
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"

	"github.com/minio/minio-go/v7"
)

// IsOutage reports whether a value was not written or read for the store's sake: the disk
// is full or fails, the service is not reached or asks to come again later. The same may
// succeed later.
func IsOutage(err error) bool {
	for _, of := range [...]error{syscall.ENOSPC, syscall.EDQUOT, syscall.EROFS, syscall.EIO, io.ErrUnexpectedEOF} {
		if errors.Is(err, of) {
			return true
		}
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	answer, ok := errors.AsType[minio.ErrorResponse](err)
	return ok && (answer.StatusCode >= http.StatusInternalServerError || answer.StatusCode == http.StatusTooManyRequests)
}
