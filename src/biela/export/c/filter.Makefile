
estimate: estimate.o filter.o
	$(CC) $(CFLAGS) -o $@ estimate.o filter.o -lm

estimate.o filter.o: machine.h filter.h
